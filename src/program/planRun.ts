import { fail, ok, type Result } from '#shared/result.ts';
import { planCall } from './callCommand.ts';
import type { CompiledProgram } from './compileResult.ts';
import { planParameter } from './parameterCommand.ts';
import { type Parameter, readReflection } from './reflection.ts';
import { resourceBinding } from './resourceBinding.ts';
import {
  type CallCommand,
  OUTPUT_TEXTURE,
  type OutputType,
  PRINT_BUFFER,
  type ResourceBinding,
  type ResourceCommand,
  type RunDescriptor,
  type UniformComponent,
} from './runDescriptor.ts';

/** Why nothing runs, where no parameter asks for a picture or for printing. */
export const NOT_RUNNABLE =
  'The shader compiled, but there is nothing to run: it has no parameter named ' +
  `${OUTPUT_TEXTURE} or ${PRINT_BUFFER}. Add "import rendering;" to draw an image or ` +
  '"import printing;" to print text.';

/** The outputs that a program asks for by the names of its parameters. */
export function outputTypesOf(parameters: readonly Parameter[]): OutputType[] {
  const names = new Set(parameters.map(({ name }) => name));
  const types: OutputType[] = [];
  if (names.has(OUTPUT_TEXTURE)) types.push('image');
  if (names.has(PRINT_BUFFER)) types.push('printing');
  return types;
}

/**
 * Plans the execution of a compiled program from its reflection: pure, and the place where every
 * message about attributes and resources is born.
 *
 * @param uri what relative addresses in the shader resolve against
 */
export function planRun(program: CompiledProgram, uri: string): Result<RunDescriptor> {
  const { parameters, entryPoints } = readReflection(program.reflection);
  const outputTypes = outputTypesOf(parameters);
  if (outputTypes.length === 0) return fail(NOT_RUNNABLE);

  const resources = planParameters(parameters);
  if (!resources.ok) return resources;
  const { layout } = resources.value;
  const callCommands: CallCommand[] = [];
  for (const entryPoint of entryPoints) {
    const call = planCall(entryPoint, layout);
    if (!call.ok) return call;
    if (call.value) callCommands.push(call.value);
  }
  if (callCommands.length === 0) return fail(nothingCalled(entryPoints[0]?.name ?? 'main'));
  return ok({
    uri,
    shader: {
      code: program.code,
      threadGroupSizes: program.threadGroupSizes,
      hashedStrings: program.hashedStrings,
    },
    callCommands,
    outputTypes,
    ...resources.value,
  });
}

function nothingCalled(entryPoint: string): string {
  return (
    'The shader compiled, but none of its entry points is called. Add, for example, ' +
    `[playground::CALL::SIZE_OF("${OUTPUT_TEXTURE}")] or [playground::CALL(1, 1, 1)] to ${entryPoint}.`
  );
}

type ResourcePlan = Pick<
  RunDescriptor,
  'resourceCommands' | 'uniformSize' | 'uniformComponents' | 'layout'
>;

const UNIFORM_ALIGNMENT = 16;

function planParameters(parameters: readonly Parameter[]): Result<ResourcePlan> {
  const resourceCommands: ResourceCommand[] = [];
  const uniformComponents: UniformComponent[] = [];
  const layout: Record<string, ResourceBinding> = {};
  let uniformEnd = 0;
  for (const parameter of parameters) {
    const { name, binding } = parameter;
    if (binding.kind === 'uniform') {
      uniformEnd = Math.max(uniformEnd, binding.offset + binding.size);
    } else if (binding.kind === 'descriptorTableSlot' && binding.space === 0) {
      const planned = resourceBinding(parameter, binding.index);
      if (!planned.ok) return planned;
      layout[name] = planned.value;
    } else {
      return fail(`Could not generate binding for ${name}: only bind group 0 is supported.`);
    }
    const command = planParameter(parameter);
    if (!command.ok) return command;
    if (command.value.kind === 'resource') resourceCommands.push(command.value.command);
    if (command.value.kind === 'uniform') uniformComponents.push(command.value.component);
  }
  const uniformSize = Math.ceil(uniformEnd / UNIFORM_ALIGNMENT) * UNIFORM_ALIGNMENT;
  return ok({ resourceCommands, uniformComponents, layout, uniformSize });
}
