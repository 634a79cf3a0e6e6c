import type { ContentBlock } from "@agentclientprotocol/sdk";

const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/svg+xml"]);

/** Of a type that is drawn. */
export function isPictureType(mimeType: string | null | undefined): boolean {
  return mimeType != null && PICTURES.has(mimeType);
}

/** An image, or a resource that is one. */
export function isPicture(block: ContentBlock): boolean {
  if (block.type === "image") return isPictureType(block.mimeType);
  return block.type === "resource" && "blob" in block.resource && isPictureType(block.resource.mimeType);
}
