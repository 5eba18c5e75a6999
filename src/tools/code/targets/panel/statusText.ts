import type { CompilerState } from '#core/output/compilerState.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { TargetsState } from '#tools/code/targets/state.ts';
import { summaryText } from '#tools/code/targets/summary.ts';

/** What the panel's bar says while nothing is compiled; empty while compiles make progress. */
export function statusText(state: TargetsState, compiler: CompilerState['kind']): string {
  switch (state.phase) {
    case 'unused':
      return '';
    case 'typing':
    case 'compiling':
      return waitText(compiler);
    case 'done':
      if (state.problem !== '') return '';
      return state.entryPoints.length === 0 ? '' : summaryText(state);
    default:
      return assertNever(state.phase);
  }
}

function waitText(compiler: CompilerState['kind']): string {
  switch (compiler) {
    case 'loading':
      return 'Waiting for the compiler to load';
    case 'failed':
      return 'The compiler could not be loaded. Load it again to compile.';
    case 'ready':
    case 'restarting':
      return '';
    default:
      return assertNever(compiler);
  }
}
