import { alignOutputs } from '#core/output/codeAlignment/alignOutputs.ts';
import { showDifference } from '#core/output/codeDifference/showDifference.ts';
import { countCosts } from '#core/output/costs/countCosts.ts';
import { mapLines } from '#core/output/lineMap/mapLines.ts';
import { measureCode } from '#core/output/needs/measureCode.ts';
import { diagnoseErrors } from '#core/plan/wgsl/places/diagnoseErrors.ts';
import { LIBRARIES } from '#core/slang/libraries.ts';
import { functionLines } from '#core/source/functionLines.ts';
import { lineRole } from '#core/source/lineRole.ts';
import { messageOf } from '#core/util/errors.ts';
import type {
  AnalysisAnswer,
  AnalysisMethod,
  AnalysisMethods,
  AnalysisRequest,
} from '#engine/analysis/protocol.ts';

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
