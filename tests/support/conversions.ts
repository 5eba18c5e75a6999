import { type CompiledProgram, runRequest } from '#core/output/compileResult.ts';
import { planProgram } from '#core/plan/planRun.ts';
import type { Conversion, WantedForm } from '#core/source/convert/conversion.ts';
import { convert } from '#core/source/convert/convert.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from './compiler.ts';

/** Converts the source; fails with the reason if it is refused. */
export function converted(text: string, form?: WantedForm): Conversion {
  const result = convert(text, form);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** A GLSL shader with `body` as the body of its drawing function. */
export function shader(body: string, before = ''): string {
  return `${before}\nvoid mainImage(out vec4 color, in vec2 at)\n{\n${body}\n}\n`;
}

let compiler: Promise<Compiler> | null = null;

/** Compiles the conversion; fails with the compiler's messages. */
export async function compileConverted(text: string): Promise<CompiledProgram> {
  compiler ??= createTestCompiler();
  const answer = (await compiler).compile(runRequest(text));
  if (!answer.succ) throw new Error(answer.log);
  return answer.result;
}

/** Compiles and plans the conversion; fails with the compiler's or planner's message. */
export async function checkConverted(text: string): Promise<void> {
  const compiled = await compileConverted(text);
  const planned = await planProgram(compiled, 'https://example.test/a.slang');
  if (!planned.ok) throw new Error(planned.error);
}
