/**
 * Deploys to Kubernetes through kubectl. A service is a Deployment of the same name, with a container of that name or only one.
 * Version and commit are annotations of its pods, so that a roll-back brings back the old ones.
 */

import { defined, isObject, itemsOf, numberOf, objectOf, parseJson, stringOf, valueAt } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import { runProgram } from "../programs/run-program.ts";
import type { Environment } from "../environment.ts";
import type { Deployment, DeploymentAdapter, Health, Live, Target } from "./adapter.ts";

export interface KubernetesOptions {
  /** Such as `registry.example.com/{service}:{version}`; `{commit}` and `{environment}` are replaced too. */
  readonly image: string;
  readonly namespace: string;
  readonly context: string | undefined;
  readonly folder: string;
  readonly env: Environment;
}

const VERSION = "tenon.dev/version";
const COMMIT = "tenon.dev/commit";

export function kubernetesAdapter(options: KubernetesOptions): DeploymentAdapter {
  const { image, namespace, context, folder, env } = options;
  return {
    label: `Kubernetes${context === undefined ? "" : ` (${context})`}`,
    async status(target, signal) {
      const found = await get(target, signal);
      return found && liveOf(found, target);
    },
    async deploy(deployment, signal) {
      const found = await get(deployment, signal);
      if (!found)
        throw new ToolError("not_found", `No Deployment named ${deployment.service} in ${where(deployment)}`, {
          hint: "The user creates it once; this tool changes its image, replicas and annotations.",
        });
      const patch = JSON.stringify(patchOf(deployment, found, fill(image, deployment)));
      await kubectl(
        deployment,
        ["patch", "deployment", deployment.service, "--type=strategic", `--patch=${patch}`],
        signal,
      );
    },
    async rollBack(target, signal) {
      await kubectl(target, ["rollout", "undo", `deployment/${target.service}`], signal);
    },
  };

  async function get(target: Target, signal: AbortSignal): Promise<object | undefined> {
    const args = ["get", "deployment", target.service, "--ignore-not-found", "--output=json"];
    const parsed = parseJson(await kubectl(target, args, signal));
    return isObject(parsed) ? parsed : undefined;
  }

  async function kubectl(target: Target, args: readonly string[], signal: AbortSignal): Promise<string> {
    const cluster = context === undefined ? [] : [`--context=${fill(context, target)}`];
    const all = [...cluster, `--namespace=${where(target)}`, "--request-timeout=30s", ...args];
    const { code, output, stderr } = await runProgram(
      { command: "kubectl", args: all, cwd: folder, env },
      { signal, keep: "all" },
    );
    if (code === 0) return output;
    throw new ToolError("failed", `kubectl ${args.slice(0, 2).join(" ")} exited with code ${code}: ${stderr.trim()}`);
  }

  function where(target: Target): string {
    return fill(namespace, target);
  }
}

function patchOf({ service, version, commit, replicas }: Deployment, found: object, image: string): object {
  const names = itemsOf(valueAt(found, "spec", "template", "spec", "containers")).map((one) =>
    stringOf(valueAt(one, "name")),
  );
  const name = names.length === 1 ? names[0] : names.find((one) => one === service);
  if (name === undefined)
    throw new ToolError("configuration", `Deployment ${service} has several containers, and none is called ${service}`);
  const annotations = { [VERSION]: version, [COMMIT]: commit };
  const template = { metadata: { annotations }, spec: { containers: [{ name, image }] } };
  return { spec: { ...defined({ replicas }), template } };
}

function liveOf(found: object, { service }: Target): Live {
  const annotations = objectOf(valueAt(found, "spec", "template", "metadata", "annotations"));
  const containers = itemsOf(valueAt(found, "spec", "template", "spec", "containers"));
  const container = containers.find((one) => valueAt(one, "name") === service) ?? containers[0];
  const image = stringOf(valueAt(container, "image")) ?? "";
  return {
    version: stringOf(annotations[VERSION]) ?? image,
    replicas: numberOf(valueAt(found, "spec", "replicas")) ?? 1,
    health: healthOf(found),
    ...defined({ commit: stringOf(annotations[COMMIT]) }),
  };
}

/** As `kubectl rollout status` decides. */
function healthOf(found: object): Health {
  const count = (...path: string[]) => numberOf(valueAt(found, ...path)) ?? 0;
  if (count("status", "observedGeneration") < count("metadata", "generation")) return "progressing";
  const isStuck = itemsOf(valueAt(found, "status", "conditions")).some(
    (one) => valueAt(one, "type") === "Progressing" && valueAt(one, "reason") === "ProgressDeadlineExceeded",
  );
  if (isStuck) return "failed";
  const wanted = numberOf(valueAt(found, "spec", "replicas")) ?? 1;
  const updated = count("status", "updatedReplicas");
  if (updated < wanted || count("status", "replicas") > updated) return "progressing";
  return count("status", "availableReplicas") < updated ? "unhealthy" : "healthy";
}

function fill(template: string, values: Target & Partial<Deployment>): string {
  const { service, environment, version, commit } = values;
  const known: Record<string, string | undefined> = { service, environment, version, commit };
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}
