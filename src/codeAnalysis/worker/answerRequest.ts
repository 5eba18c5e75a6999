import type {
  AnalysisAnswer,
  AnalysisMethod,
  AnalysisMethods,
  AnalysisRequest,
} from '#codeAnalysis/protocol.ts';
import { alignOutputs } from '#program/codeAlignment/alignOutputs.ts';
import { showDifference } from '#program/codeDifference/showDifference.ts';
import { countCosts } from '#program/costs/countCosts.ts';
import { mapLines } from '#program/lineMap/mapLines.ts';
import { measureCode } from '#program/needs/measureCode.ts';
import { functionLines } from '#program/source/functionLines.ts';
import { lineRole } from '#program/source/lineRole.ts';
import { diagnoseErrors } from '#program/wgsl/places/diagnoseErrors.ts';
import { messageOf } from '#shared/errors.ts';
import { LIBRARIES } from '#slang/libraries.ts';

type Handlers = {
  readonly [Method in AnalysisMethod]: (
    params: AnalysisMethods[Method]['params'],
  ) => AnalysisMethods[Method]['result'];
};

const libraries = Object.fromEntries(LIBRARIES.map(({ name, source }) => [name, source]));

const HANDLERS: Handlers = {
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

/** The worker's side of the protocol. */
export function answerRequest<Method extends AnalysisMethod>({
  id,
  method,
  params,
}: AnalysisRequest<Method>): AnalysisAnswer {
  try {
    return { id, kind: 'result', result: HANDLERS[method](params) };
  } catch (thrown) {
    return { id, kind: 'failed', reason: messageOf(thrown) };
  }
}
