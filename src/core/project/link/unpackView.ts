import { isSensible, type UniformAnimations } from '#core/plan/animation/uniformAnimation.ts';
import type { InputChange } from '#core/plan/inputChange.ts';
import { DEFAULT_SEED } from '#core/plan/runControls.ts';
import { MAX_FRAME } from '#core/plan/runLimits.ts';
import { areAnimations, areUniformValues, isResolution, isSeed } from '#core/project/draft.ts';
import type { PausedFrame, RunView } from '#core/project/runView.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/util/json.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { MAX_LINKED_INPUTS } from './packedProject.ts';

/** Of a slider or a key. */
const MAX_NAME_LENGTH = 100;
const MAX_ANIMATIONS = 1000;
const MAX_KEYS = 100;

const PARTS = ['uniforms', 'resolution', 'frame', 'seed', 'animations'];

/** Fails with what cannot be read. Null if the link carries no view. */
export function unpackView(project: JsonObject): Result<RunView | null> {
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

/** Nothing if there are none. */
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
