/**
 * A content block: text, an image, audio, a file or a link to one.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { type ReactNode, useState } from "react";

import { t } from "../language/t.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { isPictureType } from "./is-picture.ts";
import { resourceName } from "./resource-name.ts";

export function ContentBlockView({ block }: { readonly block: ContentBlock }) {
  switch (block.type) {
    case "text":
      return <p className="whitespace-pre-wrap">{block.text}</p>;
    case "image":
      return isPictureType(block.mimeType) ? (
        <Picture mimeType={block.mimeType} data={block.data} alt={t("Attached")} />
      ) : (
        <Chip icon="image">
          {t("Image")} ({block.mimeType})
        </Chip>
      );
    case "audio":
      return /^audio\/[\w.+-]+$/u.test(block.mimeType) ? (
        <audio controls src={`data:${block.mimeType};base64,${block.data}`} className="max-w-full" />
      ) : (
        <Chip icon="file">
          {t("Audio")} ({block.mimeType})
        </Chip>
      );
    case "resource_link":
      return <ResourceLink name={block.title ?? block.name} uri={block.uri} />;
    case "resource":
      return "text" in block.resource ? (
        <details className="rounded-md border border-line bg-sunken text-sm">
          <summary className="flex items-center gap-2 px-3 py-1.5">
            <Icon name="file" className="text-muted" />
            <span className="truncate">{resourceName(block.resource.uri)}</span>
          </summary>
          <pre className="max-h-80 overflow-auto border-t border-line px-3 py-2 font-mono text-xs" tabIndex={0}>
            {block.resource.text}
          </pre>
        </details>
      ) : (
        <BlobView {...block.resource} />
      );
    default:
      return <Chip icon="file">{t("Unsupported content")}</Chip>;
  }
}

interface BlobViewProps {
  readonly uri: string;
  readonly blob: string;
  readonly mimeType?: string | null;
}

/** An image is shown; anything else can be downloaded, and is never opened here. */
function BlobView({ uri, blob, mimeType }: BlobViewProps) {
  const name = resourceName(uri);
  if (mimeType != null && isPictureType(mimeType)) return <Picture mimeType={mimeType} data={blob} alt={name} />;
  return (
    <a
      href={`data:application/octet-stream;base64,${blob}`}
      download={name}
      title={t("Download {name}", { name: uri })}
    >
      <Chip icon="download">{name}</Chip>
    </a>
  );
}

interface PictureProps {
  readonly mimeType: string;
  readonly data: string;
  readonly alt: string;
}

/** In an <img> even an SVG cannot run or fetch anything. A click shows it as large as it fits. */
function Picture({ mimeType, data, alt }: PictureProps) {
  const [isLarge, setLarge] = useState(false);
  const src = `data:${mimeType};base64,${data}`;
  return (
    <>
      <button
        type="button"
        aria-label={t("Enlarge {name}", { name: alt })}
        onClick={() => setLarge(true)}
        className="block cursor-zoom-in"
      >
        <img src={src} alt={alt} className="max-h-80 max-w-full rounded-lg border border-line" />
      </button>
      <Dialog isOpen={isLarge} onClose={() => setLarge(false)} title={alt} side="whole">
        <img src={src} alt={alt} className="m-auto min-h-0 max-w-full object-contain" />
      </Dialog>
    </>
  );
}

function ResourceLink({ name, uri }: { readonly name: string; readonly uri: string }) {
  if (!/^https?:\/\//iu.test(uri))
    return (
      <Chip icon="file" title={uri}>
        {name}
      </Chip>
    );
  return (
    <a href={uri} target="_blank" rel="noopener noreferrer nofollow" title={uri}>
      <Chip icon="globe">{name}</Chip>
    </a>
  );
}

function Chip(props: { readonly icon: IconName; readonly title?: string; readonly children: ReactNode }) {
  return (
    <span
      title={props.title}
      className="inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken px-2 py-1 text-sm"
    >
      <Icon name={props.icon} className="text-muted" />
      <span className="truncate">{props.children}</span>
    </span>
  );
}
