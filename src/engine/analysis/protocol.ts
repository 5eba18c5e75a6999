import type { Alignment, AlignmentRequest } from '#core/output/codeAlignment/alignment.ts';
import type { CodePair } from '#core/output/codeDifference/codeDifference.ts';
import type { ShownDifference } from '#core/output/codeDifference/showDifference.ts';
import type { Diagnostic } from '#core/output/compileResult.ts';
import type { ProgramCost } from '#core/output/costs/cost.ts';
import type { LineMap, MapRequest, OutputCode, SourceTexts } from '#core/output/lineMap/lineMap.ts';
import type { CodeMeasures } from '#core/output/needs/measureCode.ts';
import type { RefusedWgsl } from '#core/plan/wgsl/places/diagnoseErrors.ts';
import type { FunctionLines } from '#core/source/functionLines.ts';
import type { LineRole } from '#core/source/lineRole.ts';

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
