import type { Alignment, AlignmentRequest } from '#program/codeAlignment/alignment.ts';
import type { ProgramCost } from '#program/costs/cost.ts';
import type { LineMap, OutputCode } from '#program/lineMap/lineMap.ts';
import type { MapRequest } from '#program/lineMap/mapLines.ts';
import type { CodeMeasures } from '#program/needs/measureCode.ts';

/** What can be asked of the worker, which has nothing but pure functions. */
export interface AnalysisMethods {
  mapLines: { readonly params: Omit<MapRequest, 'libraries'>; readonly result: LineMap };
  /** Of SPIR-V text. */
  countCosts: { readonly params: { readonly spirv: string }; readonly result: ProgramCost };
  alignOutputs: { readonly params: AlignmentRequest; readonly result: Alignment };
  measureCode: { readonly params: OutputCode; readonly result: CodeMeasures };
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
