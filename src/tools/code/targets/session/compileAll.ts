import {
  type CompileReport,
  type CompileRequest,
  type CompileResult,
  type Diagnostic,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { brief } from '#core/util/text.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { BackgroundCompiles } from '#tools/code/analysis/backgroundCompiles.ts';
import {
  type CompiledOutput,
  ENTRY_POINT_TARGETS,
  type Output,
  type OutputResult,
  WHOLE_PROGRAM_TARGETS,
} from '#tools/code/targets/state.ts';

export interface CompileAllParts {
  readonly compiles: BackgroundCompiles;
  readonly analysis: Pick<AnalysisClient, 'ask'>;
  /** The names of the entry points, as far as it can be told without a compiler. */
  readonly supposed: readonly string[];
  /** The program has these entry points. */
  onListed(entryPoints: readonly string[]): void;
  /** @param report null if there is no code */
  onAnswer(output: Output, result: OutputResult, report: SuccessfulReport | null): void;
}

export type SuccessfulReport = Extract<CompileReport, { readonly succ: true }>;

/** All of a request but what differs between the outputs. */
export type ProgramRequest = Omit<CompileRequest, 'target' | 'entrypoint'>;

/**
 * Compiles each output once, whole programs first: they tell the entry points. Resolves
 * early once the signal is aborted. Rejects if the code cannot be analysed.
 */
export async function compileAll(
  program: ProgramRequest,
  parts: CompileAllParts,
  signal: AbortSignal,
): Promise<void> {
  let entryPoints: readonly string[] | null = null;
  let isFinished = false;
  for (const target of WHOLE_PROGRAM_TARGETS) {
    const report = await compileOutput(program, { target, entryPoint: null }, parts, signal);
    if (report === null) return;
    if (report === 'no-answer') continue;
    isFinished = true;
    if (!report.succ || entryPoints !== null) continue;
    entryPoints = readReflection(report.result.reflection).entryPoints.map(({ name }) => name);
    parts.onListed(entryPoints);
  }
  if (entryPoints === null) parts.onListed(parts.supposed);
  for (const entryPoint of entryPoints ?? parts.supposed) {
    for (const target of ENTRY_POINT_TARGETS) {
      const output = { target, entryPoint };
      // Each would take as long as the limit, and kill a worker.
      if (!isFinished) parts.onAnswer(output, { kind: 'skipped' }, null);
      else if ((await compileOutput(program, output, parts, signal)) === null) return;
    }
  }
}

async function compileOutput(
  program: ProgramRequest,
  output: Output,
  { compiles, analysis, onAnswer }: CompileAllParts,
  signal: AbortSignal,
): Promise<CompileReport | 'no-answer' | null> {
  const { target, entryPoint } = output;
  const report = await compiles.compile({ ...program, target, entrypoint: entryPoint }, signal);
  if (report === null || signal.aborted) return null;
  if (report === 'no-answer') onAnswer(output, { kind: 'unfinished' }, null);
  else if (!report.succ) onAnswer(output, { kind: 'failed', reason: reasonOf(report) }, null);
  else {
    const result = await describe(report, analysis);
    if (signal.aborted) return null;
    onAnswer(output, result, report);
  }
  return report;
}

async function describe(
  { result, milliseconds, cached }: SuccessfulReport,
  analysis: Pick<AnalysisClient, 'ask'>,
): Promise<CompiledOutput> {
  const { target, code, binary } = result;
  const { bytes, lines, needs } = await analysis.ask('measureCode', { target, code });
  return {
    ...{ kind: 'compiled', lines, needs },
    bytes: binary?.byteLength ?? bytes,
    milliseconds: cached ? null : milliseconds,
  };
}

/** Why a compile failed, in one line: the first error, or what the compiler says first. */
export function reasonOf({ message, log, diagnostics }: CompileResult): string {
  const error = diagnostics.find(({ severity }) => severity === 'error' || severity === 'fatal');
  if (error) return firstLine(`${placeOf(error)}${error.message}`);
  return firstLine(message) || firstLine(log) || 'The compiler gives no reason.';
}

/** Such as `Line 3: `; empty if the compiler gives no place. */
function placeOf({ path, line }: Diagnostic): string {
  if (line === 0) return '';
  return path === USER_SHADER_PATH
    ? `Line ${line}: `
    : `${path.replace(/^\//, '')}, line ${line}: `;
}

function firstLine(text: string): string {
  return brief(text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '');
}
