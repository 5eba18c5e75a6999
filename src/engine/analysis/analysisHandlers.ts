import { type Alignment, type AlignmentRequest, alignOutputs } from '#core/output/alignment.ts';
import type { Diagnostic } from '#core/output/compileResult.ts';
import { countCosts, type ProgramCost } from '#core/output/countCosts.ts';
import type { CodePair } from '#core/output/difference/codeDifference.ts';
import { type ShownDifference, showDifference } from '#core/output/difference/showDifference.ts';
import type { LineMap, MapRequest, OutputCode, SourceTexts } from '#core/output/lineMap/lineMap.ts';
import { mapLines } from '#core/output/lineMap/mapLines.ts';
import { type CodeMeasures, measureCode } from '#core/output/measureCode.ts';
import { diagnoseErrors, type RefusedWgsl } from '#core/plan/wgsl/diagnoseErrors.ts';
import { LIBRARIES } from '#core/slang/libraries.ts';
import { type FunctionLines, functionLines } from '#core/source/declarations.ts';
import { type LineRole, lineRole } from '#core/source/lineRole.ts';
import type { Handlers } from '#engine/worker/calls.ts';

/** The worker's methods, all of them pure functions. */
export interface AnalysisMethods {
  mapLines: { readonly params: Omit<MapRequest, 'libraries'>; readonly result: LineMap };
  /** Takes Slang sources by path. */
  functionLines: {
    readonly params: SourceTexts;
    readonly result: Readonly<Record<string, readonly FunctionLines[]>>;
  };
  /** `line` is one-based, in a Slang source. */
  lineRole: {
    readonly params: { readonly text: string; readonly line: number };
    readonly result: LineRole;
  };
  /** Takes SPIR-V as text. */
  countCosts: { readonly params: { readonly spirv: string }; readonly result: ProgramCost };
  alignOutputs: { readonly params: AlignmentRequest; readonly result: Alignment };
  compareCode: { readonly params: CodePair; readonly result: ShownDifference };
  measureCode: { readonly params: OutputCode; readonly result: CodeMeasures };
  diagnoseErrors: { readonly params: RefusedWgsl; readonly result: readonly Diagnostic[] };
}

const libraries = Object.fromEntries(LIBRARIES.map(({ name, source }) => [name, source]));

export const analysisHandlers: Handlers<AnalysisMethods> = {
  mapLines: (params) => mapLines({ ...params, libraries }),
  functionLines: (texts) =>
    Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, functionLines(text)])),
  lineRole: ({ text, line }) => lineRole(text, line),
  countCosts: ({ spirv }) => countCosts(spirv),
  alignOutputs,
  compareCode: showDifference,
  measureCode,
  diagnoseErrors,
};
