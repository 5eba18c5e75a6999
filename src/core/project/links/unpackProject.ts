import { isCompileTarget } from '#core/output/compileTarget.ts';
import { isSensible, type UniformAnimations } from '#core/plan/animation.ts';
import { DEFAULT_SEED, type Resolution, type UniformValues } from '#core/plan/runControls.ts';
import { areAnimations, areUniformValues, isResolution, isSeed } from '#core/project/draft.ts';
import { LIMITS } from '#core/project/limits.ts';
import { checkPath, faultOfFiles } from '#core/project/names.ts';
import type { ProjectFile } from '#core/project/project.ts';
import {
  type InputChange,
  MAX_FRAME,
  type PausedFrame,
  type RunView,
} from '#core/project/runView.ts';
import { decodeBase64 } from '#core/util/base64.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/util/json.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import type { LinkedProject } from './linkService.ts';
import { type Carrier, decodeText, LINK } from './shareLink.ts';

export interface UnpackedAsset {
  readonly path: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

interface UnpackedProject extends Omit<LinkedProject, 'assets' | 'note'> {
  readonly assets: readonly UnpackedAsset[];
}

/**
 * Reads the value of `project` completely or not at all: the link's author controls every byte.
 * Fails with a message about what is wrong and what to do.
 */
export async function unpackProject(
  packed: string,
  carrier = LINK,
): Promise<Result<UnpackedProject>> {
  const instead = 'Ask the sender to download the project as a zip, then open that file here.';
  const linked = { name: 'project', maxBytes: MAX_JSON_BYTES, instead } as const;
  const json = await decodeText(packed, linked, carrier);
  if (!json.ok) return json;
  const project = parse(json.value);
  if (!isJsonObject(project) || typeof project['version'] !== 'number') {
    return damaged(carrier, 'it is not a project');
  }
  const { version } = project;
  if (version > LINK_VERSION) {
    return fail(
      `${carrier.start} needs a newer version of the playground: ${carrier.name} has format ${version}, and this version reads ${LINK_VERSION}. ` +
        `Reload the page to get the newest version, then open ${carrier.name} again.`,
    );
  }
  return version === LINK_VERSION
    ? readProject(project, carrier)
    : damaged(carrier, `its version is ${version}`);
}

function readProject(project: JsonObject, carrier: Carrier): Result<UnpackedProject> {
  const { main, target, entryPoint = null } = project;
  const all = readFiles(project['files'], carrier);
  if (!all.ok) return all;
  const mainFile = all.value.find(({ path }) => path === main);
  if (!mainFile) return damaged(carrier, 'it has no main file');
  if (entryPoint !== null && typeof entryPoint !== 'string') {
    return damaged(carrier, 'its entry point is not a name');
  }
  const files = all.value.filter((file) => file !== mainFile);
  const checked = checkFiles(files, mainFile.text, carrier);
  if (!checked.ok) return checked;
  const assets = readAssets(project['assets'] ?? [], files, carrier);
  if (!assets.ok) return assets;
  const view = unpackView(project);
  if (!view.ok) return damaged(carrier, view.error);
  return ok({
    text: mainFile.text,
    files,
    assets: assets.value,
    // The address names the target too, and an unknown one is reported there.
    target: typeof target === 'string' && isCompileTarget(target) ? target : null,
    entryPoint,
    view: view.value,
  });
}

function readFiles(value: JsonValue | undefined, carrier: Carrier): Result<readonly ProjectFile[]> {
  if (!Array.isArray(value)) return damaged(carrier, 'it has no list of files');
  if (value.length > LIMITS.files) {
    return fail(
      `The project in ${carrier.name} has ${value.length} files; at most ${LIMITS.files} are opened. ` +
        'Ask the sender for a smaller project.',
    );
  }
  const files: ProjectFile[] = [];
  for (const [index, file] of value.entries()) {
    if (!isJsonObject(file)) return damaged(carrier, `its file ${index + 1} has no name and text`);
    const { path, text } = file;
    if (typeof path !== 'string' || typeof text !== 'string') {
      return damaged(carrier, `its file ${index + 1} has no name and text`);
    }
    files.push({ path, text });
  }
  return ok(files);
}

function checkFiles(files: readonly ProjectFile[], main: string, carrier: Carrier): Result<void> {
  const fault = faultOfFiles(files, main);
  if (fault === null) return ok(undefined);
  if (fault.kind === 'name') return refusedName(carrier, fault.path, fault.reason);
  return fail(
    `The files in ${carrier.name} have ${withCommas(fault.bytes)} bytes; at most ${withCommas(LIMITS.textBytes)} are opened. ` +
      'Ask the sender for a smaller project.',
  );
}

function withCommas(count: number): string {
  return count.toLocaleString('en');
}

function readAssets(
  value: JsonValue,
  files: readonly ProjectFile[],
  carrier: Carrier,
): Result<readonly UnpackedAsset[]> {
  if (!Array.isArray(value)) return damaged(carrier, 'it has no list of images and data');
  const assets: UnpackedAsset[] = [];
  if (value.length > MAX_LINKED_ASSETS) {
    return fail(
      `The project in ${carrier.name} has ${value.length} images and data files; at most ${MAX_LINKED_ASSETS} are opened. ` +
        'Ask the sender for a smaller project.',
    );
  }
  const taken = files.map(({ path }) => path);
  for (const [index, each] of value.entries()) {
    const asset = readAsset(each);
    if (!asset) return damaged(carrier, `its image or data ${index + 1} cannot be read`);
    const checked = checkPath(asset.path, taken);
    if (!checked.ok) return refusedName(carrier, asset.path, checked.error);
    taken.push(asset.path);
    assets.push(asset);
  }
  return ok(assets);
}

function readAsset(value: JsonValue): UnpackedAsset | null {
  if (!isJsonObject(value)) return null;
  const { path, data } = value;
  if (typeof path !== 'string' || typeof data !== 'string') return null;
  const bytes = decodeBase64(data);
  return bytes.ok ? { path, content: bytes.value } : null;
}

function parse(json: string): JsonValue | null {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function refusedName({ name }: Carrier, path: string, reason: string): Result<never> {
  return fail(`The project in ${name} has a file ${quoted(path)}, which is not opened. ${reason}`);
}

function damaged({ name, renew }: Carrier, what: string): Result<never> {
  return fail(`The project in ${name} is damaged: ${what}. ${renew}`);
}

/** Length of a slider's or a key's name. */
const MAX_NAME_LENGTH = 100;
const MAX_ANIMATIONS = 1000;
const MAX_KEYS = 100;

const PARTS = ['uniforms', 'resolution', 'frame', 'seed', 'animations'];

/** Fails with the part that cannot be read. Null if the link carries no view. */
function unpackView(project: JsonObject): Result<RunView | null> {
  if (PARTS.every((part) => ownValue(project, part) === undefined)) return ok(null);
  const { uniforms: uniformValues = {}, resolution = 1, frame = null } = project;
  const { seed = DEFAULT_SEED, animations = {} } = project;
  if (!areUniformValues(uniformValues)) return fail('its uniform values cannot be read');
  if (!isResolution(resolution)) return fail('its resolution cannot be read');
  if (frame !== null && !isFrame(frame)) return fail('its frame cannot be read');
  if (!isSeed(seed)) return fail('its random seed cannot be read');
  if (!areFewAnimations(animations)) return fail('its animations cannot be read');
  const inputs = readInputs(frame);
  if (!inputs.ok) return inputs;
  const paused = frame && { number: frame.number, time: frame.time, ...inputs.value };
  return ok({ uniformValues, resolution, seed, animations, frame: paused });
}

type FrameParts = JsonObject & Pick<PausedFrame, 'number' | 'time'>;

function isFrame(value: JsonValue): value is FrameParts {
  if (!isJsonObject(value)) return false;
  const { number, time } = value;
  return isNumber(number) && isFrameNumber(number) && isNumber(time) && isPlace(time);
}

function isPlace(value: number): boolean {
  return value >= 0 && value <= MAX_FRAME;
}

function isFrameNumber(value: number): boolean {
  return Number.isInteger(value) && isPlace(value);
}

function areFewAnimations(value: JsonValue): value is JsonObject & UniformAnimations {
  if (!areAnimations(value) || !Object.values(value).every(isSensible)) return false;
  const names = Object.keys(value);
  return names.length <= MAX_ANIMATIONS && names.every((name) => name.length <= MAX_NAME_LENGTH);
}

/** An empty object if there are no inputs. */
function readInputs(frame: FrameParts | null): Result<Pick<PausedFrame, 'inputs'>> {
  const list = frame?.['inputs'] ?? [];
  const last = frame?.number ?? 0;
  if (!Array.isArray(list) || list.length > MAX_LINKED_INPUTS) {
    return fail('its mouse and keys cannot be read');
  }
  const inputs: InputChange[] = [];
  let before = 0;
  for (const each of list) {
    const change = readChange(each, before);
    if (!change || change.frame > last) {
      return fail(`its change ${inputs.length + 1} of mouse and keys cannot be read`);
    }
    inputs.push(change);
    before = change.frame;
  }
  return ok(inputs.length > 0 ? { inputs } : {});
}

function readChange(packed: JsonValue, before: number): InputChange | null {
  if (!Array.isArray(packed)) return null;
  const [frames, x, y, pressedX, pressedY, ...keys]: readonly JsonValue[] = packed;
  if (!isNumber(frames) || !isFrameNumber(frames)) return null;
  const mouse = [x, y, pressedX, pressedY];
  return isMouse(mouse) && areKeys(keys) ? { frame: before + frames, mouse, keys } : null;
}

function isNumber(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isMouse(
  value: readonly (JsonValue | undefined)[],
): value is [x: number, y: number, pressedX: number, pressedY: number] {
  return value.length === 4 && value.every(isNumber);
}

function areKeys(value: readonly JsonValue[]): value is readonly string[] {
  if (value.length > MAX_KEYS) return false;
  return value.every((key) => typeof key === 'string' && key.length <= MAX_NAME_LENGTH);
}

/**
 * The content of a link's `project`: this object as JSON, in UTF-8, deflated, in URL-safe base64.
 * Links stay readable forever: increment `version` for any change that this version could not read.
 */
export interface PackedProject {
  readonly version: typeof LINK_VERSION;
  /** All files, including the main file. */
  readonly files: readonly ProjectFile[];
  /** The path of the main file. */
  readonly main: string;
  readonly target: string;
  readonly entryPoint: string | null;
  readonly assets: readonly PackedAsset[];
  // The view: all three or none.
  readonly uniforms?: UniformValues;
  readonly resolution?: Resolution;
  readonly frame?: PackedFrame | null;
  // Omitted when default or empty.
  readonly seed?: number;
  readonly animations?: UniformAnimations;
}

export interface PackedFrame extends Omit<PausedFrame, 'inputs'> {
  readonly inputs?: readonly PackedInput[];
}

/** A change of mouse and keys. `frames` counts from the change before, or from frame 0. */
export type PackedInput = readonly [frames: number, ...InputChange['mouse'], ...keys: string[]];

export interface PackedAsset {
  /** The extension determines the type. */
  readonly path: string;
  /** For other tools only. */
  readonly type: string;
  /** The content in base64. */
  readonly data: string;
}

export const LINK_VERSION = 1;

/** The most changes of mouse and keys in a link. */
export const MAX_LINKED_INPUTS = 20_000;

/** The most characters of these changes, packed on their own. */
export const MAX_PACKED_INPUTS = 64_000;

/** The most bytes of images and data in a link, where they take a third more characters. */
export const MAX_LINKED_ASSET_BYTES = 192_000;

export const MAX_LINKED_ASSETS = 200;

/** The largest JSON in bytes. Escapes make it longer than the texts. */
export const MAX_JSON_BYTES = 12 * 2 ** 20;
