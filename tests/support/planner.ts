import { type CompiledProgram, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { planDraws } from '#core/plan/draw/planDraws.ts';
import { planRun } from '#core/plan/planRun.ts';
import { createTestCompiler } from './compiler.ts';

export type Planner = Awaited<ReturnType<typeof createPlanner>>;

export const PLAN_URI = 'https://example.test/';

/** Plans runs from the real compiler's reflection of real source. */
export async function createPlanner() {
  const compiler = await createTestCompiler();
  const compiled = new Map<string, CompiledProgram>();
  /** Throws the compiler's log if the source has an error. */
  const compile = (sourceCode: string) => {
    const known = compiled.get(sourceCode);
    if (known) return known;
    const request = { target: 'WGSL', entrypoint: null, sourceCode } as const;
    const answer = compiler.compile({ ...request, shaderPath: USER_SHADER_PATH });
    if (!answer.succ) throw new Error(answer.log || answer.message);
    compiled.set(sourceCode, answer.result);
    return answer.result;
  };
  const plan = (source: string) => {
    const program = compile(source);
    return planRun(program, PLAN_URI, [], program.stages && planDraws);
  };
  /** Throws the message if there is no plan. */
  const descriptor = (source: string) => {
    const planned = plan(source);
    if (!planned.ok) throw new Error(planned.error);
    return planned.value;
  };
  return {
    compile,
    plan,
    descriptor,
    /** A resource's initial content and binding. */
    resource(source: string, name: string) {
      const { layout, resourceCommands } = descriptor(source);
      const command = resourceCommands.find(({ resourceName }) => resourceName === name);
      return { command: command?.parsedCommand, binding: layout[name] };
    },
    /** Why there is no plan. Throws if there is one. */
    refusal(source: string) {
      const planned = plan(source);
      if (planned.ok) throw new Error('The source has a plan.');
      return planned.error;
    },
  };
}

/** The attribute that calls `main` of {@link shaderOf}. */
export const CALLED = '[playground::CALL(1, 1, 1)]';

/**
 * A shader with a picture, one entry point `main`, and a buffer `result` of floats: storing values
 * there makes the compiler keep the code that computes them.
 */
export function shaderOf(declarations: string, body = '', callAttributes = CALLED): string {
  return `import playground;
[format("rgba8")] [playground::BLACK_SCREEN(1, 1)] WTexture2D<float4> outputTexture;
[playground::ZEROS(4)] RWStructuredBuffer<float> result;
${declarations}
[shader("compute")] [numthreads(8, 4, 2)] ${callAttributes}
void main(uint3 thread : SV_DispatchThreadID)
{
    ${body}
    result[3] = 1.0;
}
`;
}
