import { type CompileRequest, runRequest } from '#core/output/compileResult.ts';
import type { Project } from '#core/project/project.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { BackgroundCompiles } from '#tools/code/analysis/backgroundCompiles.ts';
import {
  compiledEntryPoint,
  type PreviousOf,
  type SideChoice,
  type SideOutput,
} from '#tools/code/changes/sideBySide/state.ts';

export interface OutputContext {
  readonly compiles: BackgroundCompiles;
  readonly previousOf: PreviousOf;
}

/** The code that was chosen. Null if the signal was aborted. */
export async function produceOutput(
  { compiles, previousOf }: OutputContext,
  choice: SideChoice,
  project: Project,
  signal: AbortSignal,
): Promise<SideOutput | null> {
  switch (choice.version) {
    case 'before': {
      const compiled = previousOf(choice.target, compiledEntryPoint(choice));
      return compiled ? { kind: 'ready', compiled } : GONE;
    }
    case 'now':
      return compile(compiles, requestOf(choice, project), signal);
    default:
      return assertNever(choice.version);
  }
}

const GONE: SideOutput = {
  kind: 'failed',
  message: 'The version before the last edit is no longer there. Choose “now”.',
  log: '',
};

function requestOf(choice: SideChoice, { text, files }: Project): CompileRequest {
  const { target } = choice;
  return { ...runRequest(text, files), target, entrypoint: compiledEntryPoint(choice) };
}

async function compile(
  compiles: BackgroundCompiles,
  request: CompileRequest,
  signal: AbortSignal,
): Promise<SideOutput | null> {
  const report = await compiles.compile(request, signal, 'soon');
  if (report === null) return null;
  if (report === 'no-answer') {
    const message = `The compiler does not finish this source for ${request.target}. Choose another target.`;
    return { kind: 'failed', message, log: '' };
  }
  if (!report.succ) return { kind: 'failed', message: report.message, log: report.log };
  const { code, reflection } = report.result;
  return { kind: 'ready', compiled: { request, code, reflection } };
}
