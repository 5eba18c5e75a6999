import type { Diagnostic } from '#core/output/compileResult.ts';
import type { FrameStats } from '#core/plan/runControls.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { diagnosticsText } from '#workspace/messages.ts';
import { shownRun } from '#workspace/runState.ts';
import {
  colorValue,
  type InteractiveComponent,
  sliderValue,
} from '#workspace/runs/uniformValues.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { ApiDiagnostic, ApiState, ApiUniform } from './playgroundApi.ts';

/** The current state, in values that can be cloned. */
export function apiStateOf({ store, onFrame }: Pick<Workspace, 'store' | 'onFrame'>): ApiState {
  const state = store.getState();
  const { printed, stale, uniforms } = shownRun(state);
  let frame = 0;
  const keep = (stats: FrameStats | null) => {
    if (stats) frame = stats.frame;
  };
  onFrame(keep)();
  return {
    frame,
    run: runOf(state),
    // Only of the program that `run` describes, not of an earlier one that still draws.
    printed: stale || state.run.kind === 'starting' ? '' : printed,
    diagnostics: apiDiagnostics(state.diagnostics),
    messages: diagnosticsText(state),
    uniforms: uniforms.map((uniform) => uniformOf(uniform, state)),
  };
}

/**
 * `failed` if the newest source that should run has an error, even if an earlier program still
 * draws.
 */
export function runOf(state: WorkspaceState): ApiState['run'] {
  const { run } = state;
  switch (run.kind) {
    case 'running':
      return run.stale ? 'failed' : run.playback;
    case 'idle':
      return hasFailedToStart(state) ? 'failed' : 'idle';
    case 'starting':
    case 'failed':
      return run.kind;
    default:
      return assertNever(run);
  }
}

function hasFailedToStart({ compilation, messages, held }: WorkspaceState): boolean {
  if (compilation.kind !== 'done' || held) return false;
  return !compilation.succeeded || messages.some(({ about }) => about !== 'address');
}

/** Flattens the diagnostics; each is followed by its notes. */
export function apiDiagnostics(diagnostics: readonly Diagnostic[]): ApiDiagnostic[] {
  return diagnostics.flatMap((diagnostic) => [
    apiDiagnostic(diagnostic),
    ...apiDiagnostics(diagnostic.notes),
  ]);
}

function apiDiagnostic({ severity, message, path, line, column }: Diagnostic): ApiDiagnostic {
  return {
    severity: severity === 'fatal' ? 'error' : severity,
    message,
    // The path as in `ApiProject.files`.
    path: path === '' ? null : path.replace(/^\//, ''),
    line: line === 0 ? null : line,
    column: column ?? null,
  };
}

function uniformOf(
  uniform: InteractiveComponent,
  { uniformValues }: Pick<WorkspaceState, 'uniformValues'>,
): ApiUniform {
  const { name } = uniform;
  if (uniform.type === 'COLOR_PICK') {
    const [red, green, blue] = colorValue(uniform, uniformValues);
    return { kind: 'color', name, value: [red, green, blue] };
  }
  const { min, max } = uniform;
  return { kind: 'slider', name, value: sliderValue(uniform, uniformValues), min, max };
}
