import type { RunDescriptor } from '#program/plan/runDescriptor.ts';
import type { Asset } from '#program/project/project.ts';
import type { Fetched } from '#shared/fetchLimited.ts';
import type { Result } from '#shared/result.ts';
import { quoted } from '#shared/text.ts';

/** Reads the content of a project's image or data; null if this browser does not have it. */
export type ReadAsset = (asset: Asset) => Promise<Blob | null>;

export interface Contents {
  readonly readAsset: ReadAsset;
  fetch(address: string): Promise<Result<Fetched>>;
}

/**
 * Reads what a command names: an image or data of the project, else what is fetched.
 *
 * @throws with the name or address, and the reason
 */
export async function readContent(
  address: string,
  { assets }: Pick<RunDescriptor, 'assets'>,
  { readAsset, fetch }: Contents,
): Promise<Blob> {
  const asset = Object.hasOwn(assets, address) ? assets[address] : undefined;
  if (!asset) {
    const fetched = await fetch(address);
    if (fetched.ok) return fetched.value.body;
    throw new Error(isRelative(address) ? withProject(fetched.error, address) : fetched.error);
  }
  const content = await readAsset(asset);
  if (content) return content;
  throw new Error(
    `${quoted(asset.path)} is in the project, but this browser does not have its content. Add the file again under this name.`,
  );
}

/** Without a protocol and a host, as names of a project's files are. */
function isRelative(address: string): boolean {
  return URL.parse(address) === null && !address.startsWith('/');
}

function withProject(reason: string, address: string): string {
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `${sentence} The project has no image or data named ${quoted(address)} either: drop the file on the page to add it.`;
}
