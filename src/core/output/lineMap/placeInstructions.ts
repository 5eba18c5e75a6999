import type { SpirvInstruction } from '#core/output/spirv/readSpirv.ts';
import type { GlslFunction, NamedFunction } from './glslFunctions.ts';
import type { LineOrigin } from './lineMap.ts';
import type { Sources } from './sourceLines.ts';
import { type Clue, STRONG } from './spirvClues.ts';

interface PlaceContext {
  readonly partner: GlslFunction;
  readonly sources: Sources;
  readonly names: ReadonlyMap<string, string>;
}

/** A source line that a function's instructions may come from. */
interface State {
  readonly file: number;
  readonly line: number;
}

/** The minimum margin over the next best place for a place to be certain. */
const CERTAIN = 0.45;

export function placeInstructions(
  { body, name, clues }: NamedFunction,
  { partner, sources, names }: PlaceContext,
  origins: (LineOrigin | null)[],
): void {
  const range = rangeOf(partner, sources, name.includes('$'));
  if (!range) return;
  const states = statesOf(range, partner, sources, name.includes('$'));
  const has = wordIndex(states, sources);
  const { instructions } = body;
  const set = (at: number, origin: LineOrigin) => {
    const instruction = instructions[at];
    if (instruction) origins[instruction.line - 1] = origin;
  };
  for (const at of instructions.keys()) set(at, range);
  const ordered = [...instructions.keys()].filter((at) => !isHoisted(instructions[at]));
  const steps = ordered.map((at) => stepOf(clues[at] ?? [], instructions[at], has));
  const path = likeliestPath(steps, states.length) ?? [];
  const lines = new Map<number, State>();
  for (const [index, at] of ordered.entries()) {
    const state = certainState(path[index], clues[at] ?? [], states, has);
    if (state) lines.set(at, state);
  }
  joinBranches(instructions, lines);
  const named = { states, has, names };
  joinStores(instructions, lines, named);
  for (const [at, { file, line }] of lines) set(at, { kind: 'line', file, line });
  placeHoisted(instructions, partner.header, named, set);
}

/** Parameters and variables come first in the code, wherever the source declares them. */
function isHoisted(instruction: SpirvInstruction | undefined): boolean {
  return /^Op(?:Function|FunctionParameter|FunctionEnd|Variable)$/.test(instruction?.op ?? '');
}

/** The source lines of the function, from its header to its closing brace. */
function rangeOf(
  { header, origins }: GlslFunction,
  sources: Sources,
  isMade: boolean,
): Extract<LineOrigin, { kind: 'function' }> | null {
  const from = header?.kind === 'line' ? header : null;
  const to = from && !isMade ? sources.endOf(from.file, from.line) : null;
  if (from && to !== null) return { kind: 'function', file: from.file, from: from.line, to };
  const all = [...(from ? [from] : []), ...origins].filter((each) => each.kind === 'line');
  const file = from?.file ?? all[0]?.file;
  if (file === undefined) return null;
  const lines = all.filter((each) => each.file === file).map(({ line }) => line);
  return { kind: 'function', file, from: Math.min(...lines), to: Math.max(...lines) };
}

/** The lines of the function, followed by lines of other functions that its code contains. */
function statesOf(
  range: Extract<LineOrigin, { kind: 'function' }>,
  { origins }: GlslFunction,
  sources: Sources,
  isMade: boolean,
): State[] {
  const { file, from, to } = range;
  const states = new Map<string, State>();
  const add = (state: State) => {
    const isCode = sources.cluesAt(state.file, state.line).size > 0;
    if (isCode) states.set(`${state.file} ${state.line}`, state);
  };
  for (let line = from; line <= to && !isMade; line += 1) add({ file, line });
  for (const origin of origins) {
    if (origin.kind === 'line') add({ file: origin.file, line: origin.line });
  }
  return [...states.values()];
}

type WordIndex = ReadonlyMap<string, readonly number[]>;

/** Maps each word to the indices of the states that have it, in order. */
function wordIndex(states: readonly State[], sources: Sources): WordIndex {
  const index = new Map<string, number[]>();
  for (const [at, { file, line }] of states.entries()) {
    for (const word of sources.cluesAt(file, line)) {
      const known = index.get(word);
      if (known) known.push(at);
      else index.set(word, [at]);
    }
  }
  return index;
}

function stepOf(
  clues: readonly Clue[],
  instruction: SpirvInstruction | undefined,
  has: WordIndex,
): PathStep {
  const gains: Gain[] = [];
  for (const { word, weight } of clues) {
    const states = has.get(word);
    if (states) gains.push({ states, worth: weight });
  }
  return { gains, isJump: instruction?.op === 'OpLabel' };
}

/**
 * The line of a place. Null if it is uncertain, or if it lacks a strong clue of the instruction
 * that other lines have. It must also contain one of the instruction's names, but not its numbers,
 * because the compiler may have computed them.
 */
function certainState(
  place: PathPlace | undefined,
  clues: readonly Clue[],
  states: readonly State[],
  has: WordIndex,
): State | null {
  if (!place || place.margin < CERTAIN) return null;
  const strong = clues.filter(({ weight }) => weight >= STRONG);
  const isHere = ({ word }: Clue) => has.get(word)?.includes(place.state) ?? false;
  if (strong.some((clue) => has.has(clue.word) && !isHere(clue))) return null;
  const hasNames = strong.some(({ word }) => !word.startsWith('#'));
  return hasNames && !strong.some(isHere) ? null : (states[place.state] ?? null);
}

/** A branch, and the merge before it, comes from the line of its condition. */
function joinBranches(instructions: readonly SpirvInstruction[], lines: Map<number, State>): void {
  const results = new Map(instructions.map(({ result }, at) => [result, at]));
  for (const [at, { op, operands }] of instructions.entries()) {
    if (op !== 'OpBranchConditional') continue;
    const condition = lines.get(results.get(operands[0] ?? '') ?? -1);
    if (condition) lines.set(at, condition);
    const state = lines.get(at);
    const isMerge = /^Op(?:Selection|Loop)Merge$/.test(instructions[at - 1]?.op ?? '');
    if (isMerge && state) lines.set(at - 1, state);
    else if (isMerge) lines.delete(at - 1);
  }
}

/** A function's states and their words, and the names of the module's ids. */
interface NamedStates {
  readonly states: readonly State[];
  readonly has: WordIndex;
  readonly names: ReadonlyMap<string, string>;
}

/** The compiler stores loop variables at the loop's end, not where the source computes them. */
function joinStores(
  instructions: readonly SpirvInstruction[],
  lines: Map<number, State>,
  { states, has, names }: NamedStates,
): void {
  const results = new Map(instructions.map(({ result }, at) => [result, at]));
  for (const [at, { op, operands }] of instructions.entries()) {
    const name = op === 'OpStore' ? names.get(operands[0] ?? '') : undefined;
    const value = lines.get(results.get(operands[1] ?? '') ?? -1);
    if (name === undefined || !value) continue;
    const sets = has.get(`set ${name}`) ?? [];
    if (sets.some((state) => states[state] === value)) lines.set(at, value);
  }
}

/** Parameters and variables get the first line with their name, `OpFunction` gets the header. */
function placeHoisted(
  instructions: readonly SpirvInstruction[],
  header: LineOrigin | null,
  { states, has, names }: NamedStates,
  set: (at: number, origin: LineOrigin) => void,
): void {
  for (const [at, { op, result }] of instructions.entries()) {
    const isVariable = op === 'OpVariable' || op === 'OpFunctionParameter';
    const name = isVariable ? names.get(result ?? '') : undefined;
    const state = name === undefined ? undefined : states[has.get(name)?.[0] ?? -1];
    if (state) set(at, { kind: 'line', ...state });
    else if (op === 'OpFunction' && header) set(at, header);
  }
}

/** A gain for a path that is in one of some states. */
interface Gain {
  /** Indices of the states. */
  readonly states: readonly number[];
  readonly worth: number;
}

/** A step of a path: the evidence for its states, and whether changing state is cheap. */
interface PathStep {
  readonly gains: readonly Gain[];
  /** Starts a new block, where the path may continue in any state. */
  readonly isJump: boolean;
}

interface PathPlace {
  readonly state: number;
  /** How far the best path through any other state falls behind. */
  readonly margin: number;
}

/** The cost of moving to a later or an earlier state, and of each skipped state. */
interface Price {
  readonly forward: number;
  readonly back: number;
  readonly skip: number;
}

/** Most source lines have instructions; code from other functions may come from anywhere. */
const NEAR: Price = { forward: 0.8, back: 4, skip: 0.4 };
const FAR: Price = { forward: 3, back: 4, skip: 0.02 };
const JUMP: Price = { forward: 0.3, back: 0.3, skip: 0.02 };

/** The largest table. Larger ones take too long. */
const MAX_CELLS = 4_000_000;

/**
 * Finds the state of each step on the path with the greatest total. States are numbered in the
 * order in which a path usually visits them. Null if there are too many steps and states.
 */
export function likeliestPath(steps: readonly PathStep[], states: number): PathPlace[] | null {
  if (steps.length * states > MAX_CELLS) return null;
  if (states === 0) return [];
  const table = new Float32Array(steps.length * states);
  let before = new Float32Array(states);
  for (const [at, step] of steps.entries()) {
    const row = table.subarray(at * states, (at + 1) * states);
    if (at > 0) reach(before, row, step.isJump, false);
    addGains(row, step.gains);
    before = row;
  }
  return readBack(table, steps, states);
}

/** Adds the best continuation after each step, from last to first, and picks the best states. */
function readBack(table: Float32Array, steps: readonly PathStep[], states: number): PathPlace[] {
  const places: PathPlace[] = [];
  /** For each state of the current step, the value of the best continuation. */
  const behind = new Float32Array(states);
  const withGains = new Float32Array(states);
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    places.push(bestOf(table.subarray(at * states, (at + 1) * states), behind));
    withGains.set(behind);
    const { gains = [], isJump = false } = steps[at] ?? {};
    addGains(withGains, gains);
    reach(withGains, behind, isJump, true);
  }
  return places.reverse();
}

function addGains(worths: Float32Array, gains: readonly Gain[]): void {
  for (const { states, worth } of gains) {
    for (const state of states) worths[state] = (worths[state] ?? 0) + worth;
  }
}

function bestOf(ahead: Float32Array, behind: Float32Array): PathPlace {
  let state = 0;
  let best = Number.NEGATIVE_INFINITY;
  let second = Number.NEGATIVE_INFINITY;
  for (let each = 0; each < ahead.length; each += 1) {
    const worth = (ahead[each] ?? 0) + (behind[each] ?? 0);
    if (worth > best) {
      second = best;
      best = worth;
      state = each;
    } else if (worth > second) second = worth;
  }
  return { state, margin: best - second };
}

/** The value of each state after a move from any state of `from`. */
function reach(from: Float32Array, to: Float32Array, isJump: boolean, isBackwards: boolean): void {
  to.set(from);
  for (const price of isJump ? [JUMP] : [NEAR, FAR]) {
    const { forward, back, skip } = price;
    const [rising, falling] = isBackwards ? [back, forward] : [forward, back];
    let best = Number.NEGATIVE_INFINITY;
    for (let state = 0; state < from.length; state += 1) {
      to[state] = Math.max(to[state] ?? 0, best);
      best = Math.max(best - skip, (from[state] ?? 0) - rising);
    }
    best = Number.NEGATIVE_INFINITY;
    for (let state = from.length - 1; state >= 0; state -= 1) {
      to[state] = Math.max(to[state] ?? 0, best);
      best = Math.max(best - skip, (from[state] ?? 0) - falling);
    }
  }
}
