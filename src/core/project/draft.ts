import { type CompileTarget, isCompileTarget } from '#core/output/compileTarget.ts';
import type { UniformAnimations } from '#core/plan/animation.ts';
import {
  DEFAULT_SEED,
  type Pace,
  REAL_TIME,
  type Resolution,
  type UniformValue,
  type UniformValues,
} from '#core/plan/runControls.ts';
import type { Asset, Project, ProjectFile } from '#core/project/project.ts';
import { isRecord } from '#core/util/json.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { uniqueName } from '#core/util/uniqueName.ts';

/** The user's position in a text, in UTF-16 offsets. */
export interface TextPlace {
  /** The fixed end of the selection; the cursor is at `head`. */
  readonly anchor: number;
  readonly head: number;
  /** The start of the first visible line. */
  readonly top: number;
}

/** Everything in a tab that its user would not want to lose. */
export interface Draft extends Project {
  /** The path of the file in the editor; null for the main file. */
  readonly activeFile: string | null;
  /** The base for relative addresses in the text. */
  readonly uri: string;
  /** Whether someone else made the project; it then asks before fetching from other origins. */
  readonly foreign: boolean;
  /** Shared by all versions of the text; see `NewVersion`. */
  readonly lineage: string;
  /** The demo's name, while the text is exactly that demo. */
  readonly demo: string | null;
  /** The name given to the project; null if it is derived. */
  readonly givenName: string | null;
  /** Whether the text differs from the one that was opened. */
  readonly edited: boolean;
  readonly place: TextPlace;
  readonly target: CompileTarget;
  readonly profile: string | null;
  readonly entryPoint: string | null;
  readonly uniformValues: UniformValues;
  readonly animations: UniformAnimations;
  readonly seed: number;
  readonly pace: Pace;
  readonly resolution: Resolution;
  readonly activeTab: string;
  readonly openTool: string | null;
}

/** Reads a draft from storage or from a file; null if any part is missing or invalid. */
export function readDraft(stored: unknown): Draft | null {
  if (!isRecord(stored)) return null;
  // Drafts stored before lineages existed start a new one.
  const { lineage = uniqueName(), files = [], assets = [], activeFile = null } = stored;
  const { givenName = null } = stored;
  const { text, uri, foreign, demo, edited, place, target, profile, entryPoint } = stored;
  const { uniformValues, resolution, activeTab, openTool = null } = stored;
  const { animations = {}, seed = DEFAULT_SEED, pace = REAL_TIME } = stored;
  if (typeof text !== 'string' || typeof uri !== 'string' || typeof edited !== 'boolean')
    return null;
  if (typeof foreign !== 'boolean' || typeof lineage !== 'string') return null;
  if (!isNullOrString(demo) || !isNullOrString(profile) || !isNullOrString(entryPoint)) return null;
  if (!isNullOrString(givenName)) return null;
  if (!isNullOrString(activeFile) || !areFiles(files) || !areAssets(assets)) return null;
  if (typeof target !== 'string' || !isCompileTarget(target)) return null;
  if (!isTextPlace(place) || !areUniformValues(uniformValues)) return null;
  if (!isResolution(resolution) || typeof activeTab !== 'string') return null;
  if (!isNullOrString(openTool)) return null;
  if (!areAnimations(animations) || !isSeed(seed) || !isPace(pace)) return null;
  return {
    text,
    files: files.map(({ path, text }) => ({ path, text })),
    assets: assets.map(({ path, type, size, hash }) => ({ path, type, size, hash })),
    activeFile,
    uri,
    foreign,
    lineage,
    demo,
    givenName,
    edited,
    place: { anchor: place.anchor, head: place.head, top: place.top },
    target,
    profile,
    entryPoint,
    uniformValues,
    animations,
    seed,
    pace,
    resolution,
    activeTab,
    openTool,
  };
}

function isNullOrString(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

export function areFiles(value: unknown): value is readonly ProjectFile[] {
  return hasParts(value, { path: 'string', text: 'string' });
}

export function areAssets(value: unknown): value is readonly Asset[] {
  return hasParts(value, { path: 'string', type: 'string', size: 'number', hash: 'string' });
}

function hasParts(
  value: unknown,
  types: Readonly<Record<string, 'string' | 'number' | 'boolean'>>,
): boolean {
  if (!Array.isArray(value)) return false;
  return value.every(
    (each) =>
      isRecord(each) &&
      Object.entries(types).every(([name, type]) => typeof ownValue(each, name) === type),
  );
}

function isTextPlace(value: unknown): value is TextPlace {
  if (!isRecord(value)) return false;
  const { anchor, head, top } = value;
  return [anchor, head, top].every(
    (offset) => typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0,
  );
}

export function areUniformValues(value: unknown): value is UniformValues {
  return isRecord(value) && Object.values(value).every(isUniformValue);
}

function isUniformValue(value: unknown): value is UniformValue {
  if (Array.isArray(value)) return value.length === 3 && value.every(Number.isFinite);
  return Number.isFinite(value);
}

export function isResolution(value: unknown): value is Resolution {
  return value === 0.5 || value === 1 || value === 'device';
}

/** Whether the value has the form of animations. Senseless ones pass, but move nothing. */
export function areAnimations(value: unknown): value is UniformAnimations {
  const types = { shape: 'string', from: 'number', to: 'number', period: 'number' } as const;
  return isRecord(value) && hasParts(Object.values(value), types);
}

/** Whether the value is an unsigned 32-bit integer. */
export function isSeed(value: unknown): value is number {
  return typeof value === 'number' && value >>> 0 === value;
}

function isPace(value: unknown): value is Pace {
  if (!hasParts([value], { speed: 'number', fixedStep: 'boolean' })) return false;
  const { speed, maxRate } = value as Pace;
  return speed > 0 && [null, 30, 60].includes(maxRate);
}
