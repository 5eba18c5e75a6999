import { expect, it } from 'vitest';
import { runnableWgsl } from './runnableWgsl.ts';
import { describeWgslErrors, explainWgslErrors } from './wgslErrors.ts';
import { onWgslErrors, reportWgslErrors, type WgslReport } from './wgslReports.ts';

const wgsl = runnableWgsl('@compute\n@workgroup_size(1, 1, 1)\nfn main()\n{\n    x = i64(1);\n}\n');
const error = { message: "unresolved call target 'i64'", lineNum: 5, linePos: 9, length: 3 };

it('reports explained errors to subscribers from before and after the error', () => {
  const early: WgslReport[] = [];
  const late: WgslReport[] = [];
  const stop = onWgslErrors((report) => early.push(report));
  const text = reportWgslErrors(wgsl, [error]);
  onWgslErrors((report) => late.push(report));
  expect(text).toBe(describeWgslErrors(explainWgslErrors(wgsl, [error])));
  expect(early).toEqual(late);
  const meaning = expect.stringMatching(/^WGSL has no 64-bit integers/);
  expect(late).toEqual([
    { code: wgsl.code, errors: [{ ...error, meaning, said: "unresolved call target 'i64'" }] },
  ]);
  stop();
  reportWgslErrors(wgsl, []);
  expect(early).toHaveLength(1);
  expect(late).toHaveLength(2);
});
