import type { SpirvInstruction } from '#core/output/spirv/readSpirv.ts';
import type { GlslFunction } from './glslFunctions.ts';
import type { LineOrigin } from './lineMap.ts';
import type { NamedFunction } from './pairFunctions.ts';
import type { Sources } from './sourceLines.ts';
import { type Clue, STRONG } from './spirvClues.ts';

interface PlaceContext {
  readonly partner: GlslFunction;
  readonly sources: Sources;
  readonly names: ReadonlyMap<string, string>;
}

/** A line of source that instructions of a function may come from. */
interface State {
  readonly file: number;
  readonly line: number;
}

/** A place is certain if any other one is worth so much less. */
const CERTAIN = 0.45;

/** Finds the origins of a function's instructions. */
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

/** Parameters and variables are at the start, wherever the source has them. */
function isHoisted(instruction: SpirvInstruction | undefined): boolean {
  return /^Op(?:Function|FunctionParameter|FunctionEnd|Variable)$/.test(instruction?.op ?? '');
}

/** The lines of the function's source, from its header to its closing brace. */
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

/** All lines of the function, then those of other functions that are part of its code. */
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

/** The states that have a word, by the word. */
type WordIndex = ReadonlyMap<string, readonly number[]>;

/** The numbers of the states with each word, in order. */
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
 * The line of a place. Null if it is not certain, or if other lines have a strong clue of the
 * instruction and this one lacks it. It must have one of the instruction's names; the compiler may
 * have computed the numbers.
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

/** A branch comes from where its condition does, and so does the merge before it. */
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

/** The states of a function with their words, and the names of the module's ids. */
interface NamedStates {
  readonly states: readonly State[];
  readonly has: WordIndex;
  readonly names: ReadonlyMap<string, string>;
}

/** The compiler stores the variables of a loop at its end; the source sets them where it computes them. */
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

/** Parameters and variables come from the first line with their names, the rest from the header. */
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

/** What it is worth to be in one of some states. */
interface Gain {
  /** Their numbers. */
  readonly states: readonly number[];
  readonly worth: number;
}

/** One step of a path: what speaks for its states, and how easy it is to change. */
interface PathStep {
  readonly gains: readonly Gain[];
  /** A new block of the code, where the source may go anywhere. */
  readonly isJump: boolean;
}

interface PathPlace {
  readonly state: number;
  /** How much less the best path through another state is worth. */
  readonly margin: number;
}

/** What a change to a later or an earlier state costs, and each state that is left out. */
interface Price {
  readonly forward: number;
  readonly back: number;
  readonly skip: number;
}

/** Most lines of source have instructions; code of other functions may be anywhere. */
const NEAR: Price = { forward: 0.8, back: 4, skip: 0.4 };
const FAR: Price = { forward: 3, back: 4, skip: 0.02 };
const JUMP: Price = { forward: 0.3, back: 0.3, skip: 0.02 };

/** Larger tables take too long. */
const MAX_CELLS = 4_000_000;

/**
 * Finds the state of each step on the path that is worth most. States are numbered in the order in
 * which a path usually goes through them. Null if there are too many steps and states.
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

/** Adds what can come after each step, from the last one to the first, and reads the best states. */
function readBack(table: Float32Array, steps: readonly PathStep[], states: number): PathPlace[] {
  const places: PathPlace[] = [];
  /** What the best rest of the path is worth, for each state that the step may have. */
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

/** What each state is worth after a change from any state of `from`. */
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
