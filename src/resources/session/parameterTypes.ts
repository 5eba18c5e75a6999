import { type CompileReport, type CompileRequest, runRequest } from '#program/compileResult.ts';
import { playgroundAttributes } from '#program/plan/attributes.ts';
import type { BoundParameter } from '#program/plan/boundParameter.ts';
import { type ParameterLayouts, parameterLayouts } from '#resources/data/parameterLayouts.ts';
import type { ResourcesContext } from './context.ts';

/** What is known of the types of the program that runs. */
export type ParameterTypes = ParameterLayouts;

export interface TypeReader {
  /** Those of the code that runs, if they are known. */
  known(code: string): ParameterTypes | null;
  /**
   * Looks them up in the source, once for each source and code. Null if the source is not the one that
   * runs, or if the signal was aborted.
   */
  read(code: string, signal: AbortSignal): Promise<ParameterTypes | null>;
}

export function createTypeReader({
  workspace,
  compile,
}: Pick<ResourcesContext, 'workspace' | 'compile'>): TypeReader {
  let found: { readonly code: string; readonly types: ParameterTypes } | null = null;
  let missed: { readonly code: string; readonly source: string } | null = null;
  const known = (code: string) => (found?.code === code ? found.types : null);
  return {
    known,
    async read(code, signal) {
      const types = known(code);
      if (types) return types;
      const source = workspace.sourceText();
      if (missed?.code === code && missed.source === source) return null;
      const request: CompileRequest = runRequest(source);
      const report = await compile(request, signal);
      if (signal.aborted || !report) return null;
      const read = typesOf(report, code, source);
      if (read) found = { code, types: read };
      else missed = { code, source };
      return read;
    },
  };
}

function typesOf(report: CompileReport, code: string, source: string): ParameterTypes | null {
  if (!report.succ || report.result.code !== code) return null;
  return parameterLayouts(report.result, source);
}

/** The attribute that gives a resource its content, as it is written; empty if there is none. */
export function originOf({ attributes }: BoundParameter): string {
  return playgroundAttributes(attributes)
    .map(({ name, arguments: given }) => {
      const values = given.map((value) =>
        typeof value === 'object' ? value.expression : JSON.stringify(value),
      );
      const path = `playground::${name}`;
      return values.length > 0 ? `[${path}(${values.join(', ')})]` : `[${path}]`;
    })
    .join(' ');
}
