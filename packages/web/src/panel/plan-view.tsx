import { useSession } from "../open-session/session-context.ts";
import { PlanList } from "../timeline/entries/plan-list.tsx";

/** The plan as it is now, without looking for it in the timeline. */
export function PlanView() {
  const plan = useSession((state) => state.timeline.plan);
  if (plan.length === 0) return <p className="p-4 text-sm text-muted">The agent has made no plan.</p>;
  return (
    <div className="p-4">
      <PlanList items={plan} />
    </div>
  );
}
