import {
  COMPILE_TARGETS,
  type CompileTarget,
  compilesWholeProgram,
} from '#core/output/compileTarget.ts';

/** The result of one compile: code for a whole program, or for one entry point. */
export interface Output {
  readonly target: CompileTarget;
  /** Null if the target compiles the whole program. */
  readonly entryPoint: string | null;
}

export type OutputResult =
  | { readonly kind: 'waiting' }
  | CompiledOutput
  /** `reason` is one line of the compiler's output. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The source hangs or crashes the compiler. */
  | { readonly kind: 'unfinished' }
  /** Not compiled, because the compiler does not finish any whole-program target. */
  | { readonly kind: 'skipped' };

export interface CompiledOutput {
  readonly kind: 'compiled';
  readonly bytes: number;
  readonly lines: number;
  /** Compile time; null if the result was cached. */
  readonly milliseconds: number | null;
  readonly needs: readonly string[];
}

export interface ShownResult {
  readonly result: OutputResult;
  /** The result belongs to an earlier text. */
  readonly isOld: boolean;
}

type TargetsPhase =
  /** The view has not been opened yet. */
  | 'unused'
  /** The text is changing or has just changed. */
  | 'typing'
  | 'compiling'
  | 'done';

export interface TargetsState {
  readonly phase: TargetsPhase;
  /** The entry points' names, in source order. */
  readonly entryPoints: readonly string[];
  /** By {@link outputKey}. */
  readonly results: ReadonlyMap<string, ShownResult>;
  /** Why compiling stopped early, as a sentence; empty if it did not. */
  readonly problem: string;
  /** The result of the newest download, as a sentence; empty if there was none. */
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
  open(): void;
  close(): void;
  /** Compiles this output as if the user had, and shows its code or its diagnostics. */
  show(output: Output): Promise<void>;
  /** Downloads all successfully compiled outputs as a zip file. */
  download(): Promise<void>;
}

/** The output that a cell shows. A whole-program output appears in every row. */
export function outputOf(target: CompileTarget, entryPoint: string): Output {
  return { target, entryPoint: compilesWholeProgram(target) ? null : entryPoint };
}

export function outputKey({ target, entryPoint }: Output): string {
  return entryPoint === null ? target : `${target} ${entryPoint}`;
}

/** WGSL comes first, because its result is cached by Run. The others follow the page's order. */
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

/** In compile order. */
export function outputsOf(entryPoints: readonly string[]): readonly Output[] {
  return [
    ...WHOLE_PROGRAM_TARGETS.map((target) => ({ target, entryPoint: null })),
    ...entryPoints.flatMap((entryPoint) =>
      ENTRY_POINT_TARGETS.map((target) => ({ target, entryPoint })),
    ),
  ];
}

export const NOTHING_TO_DOWNLOAD = 'Nothing of the current text has compiled yet.';

/** Outdated results do not count. */
export function canDownload({ results }: Pick<TargetsState, 'results'>): boolean {
  return [...results.values()].some(({ result, isOld }) => !isOld && result.kind === 'compiled');
}

const WAITING: ShownResult = { result: { kind: 'waiting' }, isOld: false };

/** After an edit. Results stay visible, marked as outdated, until they are replaced. */
export function edited(state: TargetsState): TargetsState {
  if (state.phase === 'unused') return state;
  return { ...state, phase: 'typing', problem: '', downloaded: '', results: aged(state) };
}

/**
 * Starts or resumes compiling.
 *
 * @param supposed the entry points, as far as they can be found without the compiler
 */
export function begun(state: TargetsState, supposed: readonly string[]): TargetsState {
  const names = state.entryPoints.length === 0 ? supposed : state.entryPoints;
  return { ...listed(state, names), phase: 'compiling', problem: '' };
}

export function listed(state: TargetsState, entryPoints: readonly string[]): TargetsState {
  const keys = outputsOf(entryPoints).map(outputKey);
  const results = new Map(keys.map((key) => [key, state.results.get(key) ?? WAITING]));
  return { ...state, entryPoints, results };
}

export function answered(state: TargetsState, output: Output, result: OutputResult): TargetsState {
  const results = new Map(state.results).set(outputKey(output), { result, isOld: false });
  return { ...state, results };
}

/** Compiling is complete, or cannot continue for this reason. */
export function ended(state: TargetsState, problem = ''): TargetsState {
  return { ...state, phase: 'done', problem };
}

/** After another project was opened, for which the results mean nothing. */
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

export function progressOf({ results }: Pick<TargetsState, 'results'>): {
  readonly done: number;
  readonly total: number;
} {
  const shown = [...results.values()];
  const isDone = ({ result, isOld }: ShownResult) => !isOld && result.kind !== 'waiting';
  return { done: shown.filter(isDone).length, total: shown.length };
}
