import {
  NOTHING_COMPILED,
  type Output,
  type OutputResult,
  outputKey,
  outputsOf,
  type ShownResult,
  type TargetsState,
} from './state.ts';

const WAITING: ShownResult = { result: { kind: 'waiting' }, isOld: false };

/** The text is another: what is shown stays until there is something newer. */
export function edited(state: TargetsState): TargetsState {
  if (state.phase === 'unused') return state;
  return { ...state, phase: 'typing', problem: '', downloaded: '', results: aged(state) };
}

/**
 * The compiles begin, or go on.
 *
 * @param supposed the entry points, as far as it can be told without a compiler
 */
export function begun(state: TargetsState, supposed: readonly string[]): TargetsState {
  const names = state.entryPoints.length === 0 ? supposed : state.entryPoints;
  return { ...listed(state, names), phase: 'compiling', problem: '' };
}

/** The program has these entry points. */
export function listed(state: TargetsState, entryPoints: readonly string[]): TargetsState {
  const keys = outputsOf(entryPoints).map(outputKey);
  const results = new Map(keys.map((key) => [key, state.results.get(key) ?? WAITING]));
  return { ...state, entryPoints, results };
}

/** A compile has ended. */
export function answered(state: TargetsState, output: Output, result: OutputResult): TargetsState {
  const results = new Map(state.results).set(outputKey(output), { result, isOld: false });
  return { ...state, results };
}

/** All compiles have ended, or cannot go on for this reason. */
export function ended(state: TargetsState, problem = ''): TargetsState {
  return { ...state, phase: 'done', problem };
}

/** Another project is open: what was compiled says nothing about it. */
export function replaced({ phase }: TargetsState): TargetsState {
  return { ...NOTHING_COMPILED, phase: phase === 'unused' ? phase : 'typing' };
}

function aged({ results }: TargetsState): ReadonlyMap<string, ShownResult> {
  return new Map(
    Array.from(results, ([key, shown]) => [
      key,
      shown.result.kind === 'waiting' ? shown : { ...shown, isOld: true },
    ]),
  );
}

/** How many outputs have a result of the current text. */
export function progressOf({ results }: Pick<TargetsState, 'results'>): {
  readonly done: number;
  readonly total: number;
} {
  const shown = [...results.values()];
  const isDone = ({ result, isOld }: ShownResult) => !isOld && result.kind !== 'waiting';
  return { done: shown.filter(isDone).length, total: shown.length };
}
