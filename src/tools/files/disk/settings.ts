import { type CompileTarget, isCompileTarget } from '#core/output/compileTarget.ts';
import type { UniformAnimations } from '#core/plan/animation.ts';
import { DEFAULT_SEED, type Resolution, type UniformValues } from '#core/plan/runControls.ts';
import { areAnimations, areUniformValues, isResolution, isSeed } from '#core/project/draft.ts';
import { givenNameFrom } from '#core/project/projectName.ts';
import { isJsonObject, type JsonValue } from '#core/util/json.ts';
import { fail, ok, type Result } from '#core/util/result.ts';

/** The archive file with the project's settings. */
export const SETTINGS_FILE = 'playground.json';

const VERSION = 1;

export interface DiskSettings {
  readonly main: string;
  readonly target: CompileTarget | null;
  readonly entryPoint: string | null;
  /** The name that the user gave the project; null if it is derived. */
  readonly name: string | null;
  readonly uniforms: UniformValues;
  readonly resolution: Resolution;
  readonly seed: number;
  readonly animations: UniformAnimations;
}

/**
 * Content of the settings file. A change that breaks reading old archives must increase `VERSION`.
 */
export function settingsText(settings: DiskSettings): string {
  return `${JSON.stringify({ version: VERSION, ...settings }, null, 2)}\n`;
}

/** Null if this is not a playground settings file; the project then opens without settings. */
export function readSettings(text: string): Result<DiskSettings | null> {
  const value = parsed(text);
  if (!isJsonObject(value)) return ok(null);
  const { version, main, target, entryPoint, uniforms, resolution, seed, animations } = value;
  const { name } = value;
  if (typeof version !== 'number' || typeof main !== 'string') return ok(null);
  if (version > VERSION) {
    return fail(
      `needs a newer version of the playground: it has format ${version}, and this version reads ${VERSION}. Reload the page to get the newest version, then open it again.`,
    );
  }
  return ok({
    main,
    target: typeof target === 'string' && isCompileTarget(target) ? target : null,
    entryPoint: typeof entryPoint === 'string' ? entryPoint : null,
    name: typeof name === 'string' ? givenNameFrom(name) : null,
    uniforms: areUniformValues(uniforms) ? uniforms : {},
    resolution: isResolution(resolution) ? resolution : 1,
    seed: isSeed(seed) ? seed : DEFAULT_SEED,
    animations: areAnimations(animations) ? animations : {},
  });
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
