import { typescript as half } from 'virtual:export-half';
import {
  cameraTypescript as camera,
  drawingTypescript as drawing,
  typescript as runtime,
} from 'virtual:export-runtime';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok } from '#core/util/result.ts';
import { writeModule } from '#tools/export/module/writeModule.ts';
import type { ExportedProgram, ExportFormat } from '#tools/export/program/exportedProgram.ts';
import {
  animationLimits,
  cameraLimits,
  deviceLimits,
  SET_UNIFORMS,
} from '#tools/export/program/limits.ts';
import { toProgramData } from '#tools/export/program/toProgramData.ts';

export const place = 20;

export const format: ExportFormat = {
  id: 'typescript',
  name: 'TypeScript module',
  description:
    'One module without dependencies for pages with WebGPU: the shader, typed uniforms, structs with ' +
    'their offsets, and createProgram. The playground’s own tests check that of every demo with tsc --strict.',
  limits: moduleLimits,
  async make(program) {
    try {
      const data = await toProgramData(program);
      const text = writeModule(program, data, { texts: { runtime, drawing, camera, half } });
      return ok(new File([text], `${program.name}.ts`, { type: 'text/typescript' }));
    } catch (thrown) {
      return fail(messageOf(thrown));
    }
  },
};

/** Parts of the program that the module cannot reproduce, as sentences. */
function moduleLimits(program: ExportedProgram): readonly string[] {
  return [
    'Canvas, mouse, keys and the frame loop: the page that uses the module provides them.',
    ...animationLimits(program, SET_UNIFORMS),
    ...cameraLimits(program, 'set camera orbit and camera target with setUniforms'),
    ...deviceLimits(program),
  ];
}
