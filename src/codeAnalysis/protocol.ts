import type { Alignment, AlignmentRequest } from '#program/codeAlignment/alignment.ts';
import type { CodePair } from '#program/codeDifference/codeDifference.ts';
import type { ShownDifference } from '#program/codeDifference/showDifference.ts';
import type { ProgramCost } from '#program/costs/cost.ts';
import type { Diagnostic } from '#program/diagnostics/diagnostics.ts';
import type { LineMap, OutputCode, SourceTexts } from '#program/lineMap/lineMap.ts';
import type { MapRequest } from '#program/lineMap/mapLines.ts';
import type { CodeMeasures } from '#program/needs/measureCode.ts';
import type { FunctionLines } from '#program/source/functionLines.ts';
import type { LineRole } from '#program/source/lineRole.ts';
import type { RefusedWgsl } from '#program/wgsl/places/diagnoseErrors.ts';

/** What can be asked of the worker, which has nothing but pure functions. */
export interface AnalysisMethods {
  mapLines: { readonly params: Omit<MapRequest, 'libraries'>; readonly result: LineMap };
  /** Of Slang sources, by their paths. */
  functionLines: {
    readonly params: SourceTexts;
    readonly result: Readonly<Record<string, readonly FunctionLines[]>>;
  };
  /** Of a one-based line of a Slang source. */
  lineRole: {
    readonly params: { readonly text: string; readonly line: number };
    readonly result: LineRole;
  };
  /** Of SPIR-V text. */
  countCosts: { readonly params: { readonly spirv: string }; readonly result: ProgramCost };
  alignOutputs: { readonly params: AlignmentRequest; readonly result: Alignment };
  compareCode: { readonly params: CodePair; readonly result: ShownDifference };
  measureCode: { readonly params: OutputCode; readonly result: CodeMeasures };
  diagnoseErrors: { readonly params: RefusedWgsl; readonly result: readonly Diagnostic[] };
}

export type AnalysisMethod = keyof AnalysisMethods;

export interface AnalysisRequest<Method extends AnalysisMethod = AnalysisMethod> {
  readonly id: number;
  readonly method: Method;
  readonly params: AnalysisMethods[Method]['params'];
}

export type AnalysisAnswer = { readonly id: number } & (
  | { readonly kind: 'result'; readonly result: AnalysisMethods[AnalysisMethod]['result'] }
  | { readonly kind: 'failed'; readonly reason: string }
);
