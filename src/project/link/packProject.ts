import { encodeText, MAX_LINK_LENGTH } from '#program/links/shareLink.ts';
import { withProject } from '#program/links/urlParameters.ts';
import { type Asset, MAIN_FILE } from '#program/project/project.ts';
import { encodeBase64Url } from '#shared/base64.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { RunView, SharedProject, ShareLink } from '#workspace/services.ts';
import {
  LINK_VERSION,
  MAX_JSON_BYTES,
  MAX_LINKED_ASSET_BYTES,
  type PackedAsset,
  type PackedProject,
} from './packedProject.ts';

/** The content of an image or data; null if this browser does not have it. */
export type ReadContent = (asset: Asset) => Promise<ArrayBuffer | null>;

const ZIP_INSTEAD = 'Use “Download zip” in the menu “Open and save”, and share that file instead.';

/** Creates a link that opens the project. Its note names the images and data that are left out. */
export async function buildProjectLink(
  page: URL,
  shared: SharedProject,
  read: ReadContent,
): Promise<Result<ShareLink>> {
  const { assets, leftOut } = await packAssets(shared.assets, read);
  const packed = await packProject(shared, assets);
  if (!packed.ok) return packed;
  const { href } = withProject(page, shared.target, packed.value);
  if (href.length > MAX_LINK_LENGTH) {
    return fail(
      `The link would have ${href.length} characters, but browsers open at most ${MAX_LINK_LENGTH}. ${ZIP_INSTEAD}`,
    );
  }
  return ok({ href, note: leftOut.length > 0 ? describeLeftOut(leftOut) : null });
}

/** The value of `project`. */
export async function packProject(
  { text, files, target, entryPoint, view }: SharedProject,
  assets: readonly PackedAsset[],
): Promise<Result<string>> {
  const packed: PackedProject = {
    version: LINK_VERSION,
    files: [{ path: MAIN_FILE, text }, ...files.map(({ path, text }) => ({ path, text }))],
    main: MAIN_FILE,
    target,
    entryPoint,
    assets,
    ...(view && packView(view)),
  };
  return encodeText(JSON.stringify(packed), {
    name: 'project',
    maxBytes: MAX_JSON_BYTES,
    instead: ZIP_INSTEAD,
  });
}

function packView({ uniformValues: uniforms, resolution, frame }: RunView) {
  return { uniforms, resolution, frame };
}

/** Packs small ones first, so that as many as possible find room; they stay in their order. */
async function packAssets(assets: readonly Asset[], read: ReadContent) {
  let room = MAX_LINKED_ASSET_BYTES;
  const packed = new Map<Asset, PackedAsset>();
  for (const asset of assets.toSorted((one, other) => one.size - other.size)) {
    const content = asset.size <= room ? await read(asset) : null;
    if (!content) continue;
    const data = encodeBase64Url(new Uint8Array(content));
    packed.set(asset, { path: asset.path, type: asset.type, data });
    room -= content.byteLength;
  }
  return {
    assets: assets.flatMap((asset) => packed.get(asset) ?? []),
    leftOut: assets.filter((asset) => !packed.has(asset)),
  };
}

function describeLeftOut(assets: readonly Asset[]): string {
  const named = assets.slice(0, 3).map(({ path, size }) => `${path} (${kilobytes(size)})`);
  const more = assets.length - named.length;
  const all = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
  return (
    `The link leaves out ${all}: it carries at most ${kilobytes(MAX_LINKED_ASSET_BYTES)} of images ` +
    `and data. ${ZIP_INSTEAD}`
  );
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;
}
