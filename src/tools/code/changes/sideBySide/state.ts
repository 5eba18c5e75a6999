import type { Alignment } from '#core/output/alignment.ts';
import { type CompileTarget, compilesWholeProgram } from '#core/output/compileTarget.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { CompiledCode } from '#tools/code/analysis/lineMaps.ts';
import type { WorkspaceState } from '#workspace/state.ts';

export const SIDES = ['left', 'right'] as const;

export type SideName = (typeof SIDES)[number];

/**
 * `now`: of the current source; `before`: of the source before the last edit that changed this
 * output.
 */
export type SideVersion = 'now' | 'before';

export interface SideChoice {
  readonly target: CompileTarget;
  /** Kept even while the target compiles the whole program; null if there is none. */
  readonly entryPoint: string | null;
  readonly version: SideVersion;
}

export type SideOutput =
  | { readonly kind: 'compiling' }
  | { readonly kind: 'ready'; readonly compiled: CompiledCode }
  | { readonly kind: 'failed'; readonly message: string; readonly log: string };

export interface Side {
  readonly choice: SideChoice;
  readonly output: SideOutput;
  readonly showsPrelude: boolean;
}

/** Two outputs in rows, or one while the other is missing. */
export interface ShownOutputs {
  readonly left: CompiledCode | null;
  readonly right: CompiledCode | null;
  readonly alignment: Alignment;
  /** The side with the earlier version, if both show the same output. */
  readonly older: SideName | null;
}

type AlignmentProgress =
  /** An output is missing. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'aligning' }
  | { readonly kind: 'aligned' }
  | { readonly kind: 'failed'; readonly reason: string };

export type SidesState =
  | { readonly kind: 'closed' }
  | ({
      readonly kind: 'open';
      readonly entryPoints: readonly string[];
      /** Null until the first output is ready. */
      readonly shown: ShownOutputs | null;
      readonly progress: AlignmentProgress;
    } & Readonly<Record<SideName, Side>>);

export type OpenSides = Extract<SidesState, { kind: 'open' }>;

export type PreviousOf = (target: CompileTarget, entryPoint: string | null) => CompiledCode | null;

/** The entry point to compile; null for the whole program. */
export function compiledEntryPoint({ target, entryPoint }: SideChoice): string | null {
  return compilesWholeProgram(target) ? null : entryPoint;
}

export function hasPrevious(choice: SideChoice, previousOf: PreviousOf): boolean {
  return previousOf(choice.target, compiledEntryPoint(choice)) !== null;
}

export function areVersions(one: SideChoice, other: SideChoice): boolean {
  return one.target === other.target && compiledEntryPoint(one) === compiledEntryPoint(other);
}

/** The side with the earlier version; null if the versions match or the outputs differ. */
export function olderSide(left: SideChoice, right: SideChoice): SideName | null {
  if (!areVersions(left, right) || left.version === right.version) return null;
  return left.version === 'before' ? 'left' : 'right';
}

/**
 * Target Code's current output on the left. On the right, its version before the last edit, or else
 * another target.
 */
export function firstChoices(
  { targetCode, target, entryPoint }: Pick<WorkspaceState, 'targetCode' | 'target' | 'entryPoint'>,
  entryPoints: readonly string[],
  previousOf: PreviousOf,
): Readonly<Record<SideName, SideChoice>> {
  // An edit may have removed the compiled entry point.
  const known = [targetCode?.request?.entrypoint, entryPoint].find(
    (name) => typeof name === 'string' && entryPoints.includes(name),
  );
  const left: SideChoice = {
    target: targetCode?.target ?? target,
    entryPoint: known ?? entryPoints[0] ?? null,
    version: 'now',
  };
  const right: SideChoice = hasPrevious(left, previousOf)
    ? { ...left, version: 'before' }
    : { ...left, target: left.target === 'WGSL' ? 'HLSL' : 'WGSL' };
  return { left, right };
}

/** Applies changes to a choice. Falls back to the current version if there is no previous one. */
export function changedChoice(
  choice: SideChoice,
  changes: Partial<SideChoice>,
  previousOf: PreviousOf,
): SideChoice {
  const next = { ...choice, ...changes };
  return hasPrevious(next, previousOf) ? next : { ...next, version: 'now' };
}

export function progressText(state: OpenSides): string {
  const { progress } = state;
  switch (progress.kind) {
    case 'waiting':
      return waitingText(state);
    case 'aligning':
      return 'Looking for the lines that belong together…';
    case 'aligned':
      return alignedText(state);
    case 'failed':
      return `The lines could not be aligned: ${progress.reason}`;
    default:
      return assertNever(progress);
  }
}

function alignedText({ left, right, shown }: OpenSides): string {
  if (shown?.alignment.matches === 0) return 'No lines of the two outputs belong together.';
  if (!areVersions(left.choice, right.choice)) {
    return 'Lines from the same source line begin at the same height, unless their order differs.';
  }
  return left.choice.version === right.choice.version
    ? 'Both sides show the same output.'
    : 'Equal lines are at the same height. Lines that differ are marked.';
}

function waitingText(state: OpenSides): string {
  const compiled = SIDES.filter((name) => state[name].output.kind === 'compiling');
  const targets = new Set(compiled.map((name) => state[name].choice.target));
  if (targets.size > 0) return `Compiling ${[...targets].join(' and ')}…`;
  return 'An output is missing, so no lines are aligned.';
}
