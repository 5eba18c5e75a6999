import {
  COMPILE_TARGETS,
  type CompileTarget,
  compilesWholeProgram,
} from '#core/output/compileTarget.ts';

/** What one compile gives: a program's code, or that of one entry point. */
export interface Output {
  readonly target: CompileTarget;
  /** Null for targets that compile the whole program. */
  readonly entryPoint: string | null;
}

export type OutputResult =
  | { readonly kind: 'waiting' }
  | CompiledOutput
  /** `reason` is the first line of what the compiler says. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The source hangs or kills the compiler. */
  | { readonly kind: 'unfinished' }
  /** Not compiled, because the compiler finishes the source for no whole program. */
  | { readonly kind: 'skipped' };

export interface CompiledOutput {
  readonly kind: 'compiled';
  readonly bytes: number;
  readonly lines: number;
  /** In the compiler; null if the answer was stored. */
  readonly milliseconds: number | null;
  readonly needs: readonly string[];
}

export interface ShownResult {
  readonly result: OutputResult;
  /** It belongs to an earlier text. */
  readonly isOld: boolean;
}

type TargetsPhase =
  /** The view was not opened yet. */
  | 'unused'
  /** The text changes, or has just changed. */
  | 'typing'
  | 'compiling'
  | 'done';

/** What the Targets view shows. */
export interface TargetsState {
  readonly phase: TargetsPhase;
  /** Names, in the order of the source. */
  readonly entryPoints: readonly string[];
  /** By {@link outputKey}. */
  readonly results: ReadonlyMap<string, ShownResult>;
  /** Why the compiles ended early, as a sentence; empty if they did not. */
  readonly problem: string;
  /** What became of the newest download, as a sentence; empty if there was none. */
  readonly downloaded: string;
}

export const NOTHING_COMPILED: TargetsState = {
  phase: 'unused',
  entryPoints: [],
  results: new Map(),
  problem: '',
  downloaded: '',
};

export interface TargetsCommands {
  /** The view is in sight. */
  open(): void;
  close(): void;
  /** Compiles this output, as the user would: shows its code, or its diagnostics. */
  show(output: Output): Promise<void>;
  /** Downloads all outputs that compiled, in a zip. */
  download(): Promise<void>;
}

/** The cell's output: one of the whole program fills each row. */
export function outputOf(target: CompileTarget, entryPoint: string): Output {
  return { target, entryPoint: compilesWholeProgram(target) ? null : entryPoint };
}

export function outputKey({ target, entryPoint }: Output): string {
  return entryPoint === null ? target : `${target} ${entryPoint}`;
}

/** WGSL comes first, because Run has stored it. The others follow the order of the page. */
export const WHOLE_PROGRAM_TARGETS: readonly CompileTarget[] = [
  'WGSL',
  ...COMPILE_TARGETS.filter((target) => compilesWholeProgram(target) && target !== 'WGSL'),
];

export const ENTRY_POINT_TARGETS: readonly CompileTarget[] = COMPILE_TARGETS.filter(
  (target) => !compilesWholeProgram(target),
);

/** Such as `SPIRV, METAL and WGSL`. */
export function targetList(
  type: 'conjunction' | 'disjunction',
  targets: readonly CompileTarget[],
): string {
  return new Intl.ListFormat('en-GB', { type }).format(targets);
}

/** All outputs of a program, in the order in which they are compiled. */
export function outputsOf(entryPoints: readonly string[]): readonly Output[] {
  return [
    ...WHOLE_PROGRAM_TARGETS.map((target) => ({ target, entryPoint: null })),
    ...entryPoints.flatMap((entryPoint) =>
      ENTRY_POINT_TARGETS.map((target) => ({ target, entryPoint })),
    ),
  ];
}

export const NOTHING_TO_DOWNLOAD = 'Nothing of the current text has compiled yet.';

/** Whether there is code of the current text. */
export function canDownload({ results }: Pick<TargetsState, 'results'>): boolean {
  return [...results.values()].some(({ result, isOld }) => !isOld && result.kind === 'compiled');
}

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
