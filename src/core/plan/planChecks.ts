import { ownValue } from '#core/util/ownValue.ts';
import type { ProgramUse } from './programUse.ts';
import {
  type BindingSlot,
  type CallCommand,
  isSameSlot,
  OUTPUT_TEXTURE,
  type OutputType,
  PRINT_BUFFER,
  type ResourceBinding,
  type RunDescriptor,
} from './runDescriptor.ts';

type Layout = RunDescriptor['layout'];

/** The reason why the shader's outputs cannot be shown; undefined if they can. */
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

type Bound = Pick<RunDescriptor, 'layout' | 'uniformBlocks'>;

/** The reason why called code cannot get all that it uses; undefined if it can. */
export function checkCalls(
  calls: readonly CallCommand[],
  use: ProgramUse,
  { layout, uniformBlocks }: Bound,
): string | undefined {
  const { unboundTexture } = use.wgsl;
  if (unboundTexture !== undefined) {
    const name = unboundTexture.replace(/(?:_texture|_sampler)?_\d+$/, '');
    return `Could not generate binding for ${name}: the compiler gives this texture-sampler no place in WGSL. Use a Texture2D and a SamplerState instead.`;
  }
  const bound: readonly BindingSlot[] = [
    ...Object.values(layout),
    ...uniformBlocks.flatMap(({ slot }) => slot ?? []),
  ];
  for (const call of calls) {
    const used = [...(use.usedBy(call) ?? [])];
    const missing = used.find((slot) => !bound.some((each) => isSameSlot(each, slot)));
    if (missing) {
      const name = missing.name.replace(/_\d+$/, '');
      return `Could not generate binding for ${name}: the compiled shader uses it, but no parameter declares it.`;
    }
    const own = call.type === 'INDIRECT' ? ownValue(layout, call.bufferName) : undefined;
    if (call.type === 'INDIRECT' && own && used.some((slot) => isSameSlot(slot, own))) {
      return usesOwnBuffer(call);
    }
  }
  return undefined;
}

function usesOwnBuffer({
  entryPoint,
  bufferName,
}: CallCommand & { readonly type: 'INDIRECT' }): string {
  return (
    `CALL_INDIRECT attribute of ${entryPoint}: ${entryPoint} itself uses ${bufferName}, but a buffer cannot ` +
    'be used and say the number of groups at once. Copy what it needs into another buffer.'
  );
}
