import { type ParameterLayouts, parameterLayouts } from '#core/data/parameterLayouts.ts';
import { type CompileReport, runRequest } from '#core/output/compileResult.ts';
import { filesIdentity } from '#core/project/filesIdentity.ts';
import { MAIN_FILE } from '#core/project/mainFile.ts';
import type { ToolContext } from '#ui/tools/tool.ts';

export interface TypeReader {
  /** Those of the code that runs, if they are known. */
  known(code: string): ParameterLayouts | null;
  /**
   * Looks them up in the source, once for each source and code, and not at each key while somebody
   * types. Null if the source is not the one that runs, or if the signal was aborted.
   */
  read(code: string, signal: AbortSignal): Promise<ParameterLayouts | null>;
}

/** Milliseconds until another source is tried for the same code. */
const RETRY = 2000;

export function createTypeReader({
  workspace,
  compile,
}: Pick<ToolContext, 'workspace' | 'compile'>): TypeReader {
  let found: { readonly code: string; readonly types: ParameterLayouts } | null = null;
  let asked: { readonly code: string; readonly identity: string; readonly at: number } | null =
    null;
  const known = (code: string) => (found?.code === code ? found.types : null);
  return {
    known,
    async read(code, signal) {
      const { text, files } = workspace.project();
      const identity = filesIdentity([{ path: MAIN_FILE, text }, ...files]) ?? '';
      const isSame = asked?.code === code && asked.identity === identity;
      const isTooSoon = asked?.code === code && performance.now() - asked.at < RETRY;
      if (isSame || isTooSoon) return null;
      asked = { code, identity, at: performance.now() };
      const report = await compile(runRequest(text, files), signal);
      if (!report || signal.aborted) asked = null;
      const types =
        report && typesOf(report, code, [text, ...files.map((file) => file.text)].join('\n'));
      if (types) found = { code, types };
      return types;
    },
  };
}

/** @param source all texts that may declare types */
function typesOf(report: CompileReport, code: string, source: string): ParameterLayouts | null {
  if (!report.succ || report.result.code !== code) return null;
  return parameterLayouts(report.result, source);
}
