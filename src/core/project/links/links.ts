import { DEFAULT_SEED } from '#core/plan/runControls.ts';
import { type Asset, MAIN_FILE } from '#core/project/project.ts';
import type { InputChange, PausedFrame, RunView } from '#core/project/runView.ts';
import { encodeBase64Url } from '#core/util/base64.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type {
  LinkedProject,
  LinkService,
  ReadMoment,
  SharedProject,
  ShareLink,
} from './linkService.ts';
import {
  buildShareLink,
  type Carrier,
  decodeSource,
  encodeText,
  LINK,
  MAX_LINK_LENGTH,
  withProject,
} from './shareLink.ts';
import {
  LINK_VERSION,
  MAX_JSON_BYTES,
  MAX_LINKED_ASSET_BYTES,
  MAX_LINKED_ASSETS,
  MAX_LINKED_INPUTS,
  MAX_PACKED_INPUTS,
  type PackedAsset,
  type PackedFrame,
  type PackedInput,
  type PackedProject,
  type UnpackedAsset,
  unpackProject,
} from './unpackProject.ts';
import { type AddressedMoment, VIEW_PARAMETER_NAMES } from './urlParameters.ts';
import { type OpenedView, VIEW_PARAMETERS } from './viewParameters.ts';

/** Storage for the contents of images and data. */
interface AssetContents {
  /** Null if this browser does not have the content. */
  read(asset: Asset): Promise<ArrayBuffer | null>;
  /**
   * Stores an asset from a link. Fails with the reason if the asset cannot be used.
   *
   * @param beside the assets stored before it
   */
  keep(asset: UnpackedAsset, beside: readonly Asset[]): Promise<Result<Asset>>;
}

interface ProjectLinks extends LinkService {
  /** @param carrier what the project came in, for messages; a link by default */
  unpackProject(packed: string, carrier?: Carrier): Promise<Result<LinkedProject>>;
}

export function createLinks(contents: AssetContents): ProjectLinks {
  return {
    unpackCode: decodeSource,
    async unpackProject(packed, carrier = LINK) {
      const project = await unpackProject(packed, carrier);
      if (!project.ok) return project;
      const assets: Asset[] = [];
      const refusals: string[] = [];
      for (const asset of project.value.assets) {
        const kept = await contents.keep(asset, assets);
        if (kept.ok) assets.push(kept.value);
        else refusals.push(`${carrier.owner} image or data ${kept.error}`);
      }
      const note = refusals.length > 0 ? refusals.join('\n') : null;
      return ok({ ...project.value, assets, note });
    },
    readMoment: async (moment, opened) => ok(readMoment(moment, opened)),
    async build(page, shared) {
      if (!isOneText(shared)) return buildProjectLink(page, shared, contents.read);
      const link = await buildShareLink(page, shared.target, shared.text, {
        frame: null,
        seed: shared.seed,
        givenName: shared.givenName,
      });
      return link.ok ? ok({ href: link.value, note: null }) : link;
    },
  };
}

function isOneText({ files, assets, view }: SharedProject): boolean {
  return files.length === 0 && assets.length === 0 && view === null;
}

const NO_VIEW: RunView = {
  ...{ uniformValues: {}, resolution: 1, seed: DEFAULT_SEED, animations: {}, frame: null },
};

/** @param source the view and note that come with the source */
export function readMoment(
  moment: AddressedMoment,
  source: Partial<Pick<LinkedProject, 'view' | 'note'>>,
): ReadMoment {
  const notes = source.note ? [source.note] : [];
  let opened: OpenedView = { view: source.view ?? NO_VIEW, seed: null, givenName: null };
  for (const name of VIEW_PARAMETER_NAMES) {
    const text = moment[name];
    if (text === undefined) continue;
    const applied = VIEW_PARAMETERS[name].apply(text, opened);
    if (applied.ok) opened = applied.value;
    else notes.push(applied.error);
  }
  return { ...opened, note: notes.length > 0 ? notes.join('\n') : null };
}

/** Null if this browser does not have the content. */
type ReadContent = (asset: Asset) => Promise<ArrayBuffer | null>;

const ZIP_INSTEAD = 'Use “Download zip” in the menu “Project”, and share that file instead.';

const PROJECT = { name: 'project', maxBytes: MAX_JSON_BYTES, instead: ZIP_INSTEAD } as const;

const INPUTS_LEFT_OUT =
  `The link leaves out the mouse and key input before its frame: it carries at most ${MAX_LINKED_INPUTS.toLocaleString('en')} changes, ` +
  `of ${kilobytes(MAX_PACKED_INPUTS)} in all. Pause at an earlier frame, then share again.`;

/** Creates a link to the project. Its note says what the link leaves out, and why. */
async function buildProjectLink(
  page: URL,
  shared: SharedProject,
  read: ReadContent,
): Promise<Result<ShareLink>> {
  const { assets, notes } = await packAssets(shared.assets, read);
  const view = shared.view && (await withinLimits(shared.view));
  const packed = await packProject({ ...shared, view }, assets);
  if (!packed.ok) return packed;
  const { target, seed, givenName } = shared;
  const frame = view?.frame?.number ?? null;
  const { href } = withProject(page, target, packed.value, { frame, seed, givenName });
  if (view !== shared.view) notes.push(INPUTS_LEFT_OUT);
  if (href.length > MAX_LINK_LENGTH) {
    return fail(
      `The link would have ${href.length} characters, but browsers open at most ${MAX_LINK_LENGTH}. ${ZIP_INSTEAD}`,
    );
  }
  return ok({ href, note: notes.length > 0 ? notes.join('\n') : null });
}

async function packProject(
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
  return encodeText(JSON.stringify(packed), PROJECT);
}

function packView({ uniformValues: uniforms, resolution, frame, seed, animations }: RunView) {
  return {
    ...{ uniforms, resolution, frame: frame && packFrame(frame) },
    ...(seed !== DEFAULT_SEED && { seed }),
    ...(Object.keys(animations).length > 0 && { animations }),
  };
}

function packFrame({ number, time, inputs = [] }: PausedFrame): PackedFrame {
  return { number, time, ...(inputs.length > 0 && { inputs: packInputs(inputs) }) };
}

function packInputs(inputs: readonly InputChange[]): PackedInput[] {
  let before = 0;
  return inputs.map(({ frame, mouse, keys }) => {
    const frames = frame - before;
    before = frame;
    return [frames, ...mouse, ...keys];
  });
}

/** Returns the view, without its inputs if they exceed a link's limits. */
async function withinLimits(view: RunView): Promise<RunView> {
  const inputs = view.frame?.inputs ?? [];
  if (!view.frame || inputs.length === 0) return view;
  const isFew = inputs.length <= MAX_LINKED_INPUTS;
  const alone = isFew ? await encodeText(JSON.stringify(packInputs(inputs)), PROJECT) : null;
  if (alone?.ok && alone.value.length <= MAX_PACKED_INPUTS) return view;
  return { ...view, frame: { number: view.frame.number, time: view.frame.time } };
}

/** Packs the smallest assets first, to fit as many as possible, but keeps their order. */
async function packAssets(assets: readonly Asset[], read: ReadContent) {
  let bytesLeft = MAX_LINKED_ASSET_BYTES;
  const packed = new Map<Asset, PackedAsset>();
  const tooMuch: Asset[] = [];
  const missing: Asset[] = [];
  for (const asset of assets.toSorted((one, other) => one.size - other.size)) {
    if (asset.size > bytesLeft || packed.size === MAX_LINKED_ASSETS) {
      tooMuch.push(asset);
      continue;
    }
    const content = await read(asset);
    if (content) {
      const data = encodeBase64Url(new Uint8Array(content));
      packed.set(asset, { path: asset.path, type: asset.type, data });
      bytesLeft -= content.byteLength;
    } else missing.push(asset);
  }
  const notes = [...describeTooMuch(tooMuch), ...describeMissing(missing)];
  return { assets: assets.flatMap((asset) => packed.get(asset) ?? []), notes };
}

function describeTooMuch(assets: readonly Asset[]): string[] {
  if (assets.length === 0) return [];
  const all = named(assets, ({ path, size }) => `${path} (${kilobytes(size)})`);
  return [
    `The link leaves out ${all}: it carries at most ${MAX_LINKED_ASSETS} images and data files, ` +
      `of ${kilobytes(MAX_LINKED_ASSET_BYTES)} in all. ${ZIP_INSTEAD}`,
  ];
}

function describeMissing(assets: readonly Asset[]): string[] {
  if (assets.length === 0) return [];
  const all = named(assets, ({ path }) => path);
  return [
    `The link leaves out ${all}: this browser does not have the content. ` +
      'Add the file again under its name, then share again.',
  ];
}

function named(assets: readonly Asset[], text: (asset: Asset) => string): string {
  const shown = assets.slice(0, 3).map(text).join(', ');
  return assets.length > 3 ? `${shown} and ${assets.length - 3} more` : shown;
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;
}
