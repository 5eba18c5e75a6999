import type { ProgramUse } from './programUse.ts';
import type { EntryPointReflection } from './reflection.ts';
import {
  type CallCommand,
  OUTPUT_TEXTURE,
  type OutputType,
  PRINT_BUFFER,
  type ResourceBinding,
  type RunDescriptor,
} from './runDescriptor.ts';

type Layout = RunDescriptor['layout'];

/** Why what the shader names as its outputs cannot be shown; undefined if it can. */
export function checkOutputs(outputs: readonly OutputType[], layout: Layout): string | undefined {
  if (outputs.includes('image') && !isPicture(layout[OUTPUT_TEXTURE])) {
    return (
      `${OUTPUT_TEXTURE} cannot be shown: it has to be a 2D texture of colours, such as ` +
      `[format("rgba8")] WTexture2D<float4> ${OUTPUT_TEXTURE}. Give another resource another name.`
    );
  }
  if (outputs.includes('printing') && !isWrittenBuffer(layout[PRINT_BUFFER])) {
    return (
      `${PRINT_BUFFER} cannot be printed: it has to be a RWStructuredBuffer. ` +
      'Add "import printing;" instead of declaring it.'
    );
  }
  return undefined;
}

function isWrittenBuffer(bound: ResourceBinding | undefined): boolean {
  return bound?.kind === 'buffer' && bound.access === 'storage';
}

function isPicture(bound: ResourceBinding | undefined): boolean {
  switch (bound?.kind) {
    case 'texture':
      return true;
    case 'storageTexture':
      return bound.viewDimension === '2d' && !/[us]int$/.test(bound.format);
    default:
      return false;
  }
}

type Bound = Pick<RunDescriptor, 'layout' | 'uniformBinding'>;

/** Why the code that is called cannot be given all that it uses; undefined if it can. */
export function checkCalls(
  calls: readonly CallCommand[],
  entryPoints: readonly EntryPointReflection[],
  use: ProgramUse,
  { layout, uniformBinding }: Bound,
): string | undefined {
  const bound = new Set([uniformBinding, ...Object.values(layout).map(({ binding }) => binding)]);
  for (const call of calls) {
    const used = [...(use.usedBy(call) ?? [])];
    const missing = used.find(({ group, binding }) => group !== 0 || !bound.has(binding));
    if (missing) {
      return unbound(
        missing.name,
        entryPoints.find(({ name }) => name === call.fnName),
      );
    }
    if (call.type !== 'INDIRECT') continue;
    const own = layout[call.bufferName]?.binding;
    if (used.some(({ binding }) => binding === own)) return usesOwnBuffer(call);
  }
  return undefined;
}

function unbound(wgslName: string, entryPoint: EntryPointReflection | undefined): string {
  const [parameter] = entryPoint?.uniformParameters ?? [];
  if (entryPoint && parameter !== undefined) {
    return (
      `Could not generate binding for ${parameter}: uniform parameters of entry points are not ` +
      `supported; declare ${parameter} outside of ${entryPoint.name}.`
    );
  }
  const name = wgslName.replace(/_\d+$/, '');
  return `Could not generate binding for ${name}: the compiled shader uses it, but no parameter declares it in bind group 0.`;
}

function usesOwnBuffer({
  fnName,
  bufferName,
}: CallCommand & { readonly type: 'INDIRECT' }): string {
  return (
    `CALL_INDIRECT attribute of ${fnName}: ${fnName} itself uses ${bufferName}, but a buffer cannot ` +
    'be used and say the number of groups at once. Copy what it needs into another buffer.'
  );
}
