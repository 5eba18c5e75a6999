import { alignOutputs } from '#core/output/codeAlignment/alignOutputs.ts';
import { showDifference } from '#core/output/codeDifference/showDifference.ts';
import { countCosts } from '#core/output/costs/countCosts.ts';
import { mapLines } from '#core/output/lineMap/mapLines.ts';
import { measureCode } from '#core/output/needs/measureCode.ts';
import { diagnoseErrors } from '#core/plan/wgsl/places/diagnoseErrors.ts';
import { LIBRARIES } from '#core/slang/libraries.ts';
import { functionLines } from '#core/source/functionLines.ts';
import { lineRole } from '#core/source/lineRole.ts';
import type { AnalysisMethods } from '#engine/analysis/protocol.ts';
import type { Handlers } from '#engine/worker/serveCalls.ts';

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
