import type { CompiledProgram } from '#core/output/compileResult.ts';
import { isCalled } from '#core/plan/attributes/calls.ts';
import { bindParameters } from '#core/plan/bindParameters.ts';
import { type ReflectedType, readReflection } from '#core/plan/reflection/reflection.ts';
import { typeNameOf } from '#core/plan/reflection/typeName.ts';
import { bufferElementSize, is3DTexture, isArrayOf2DTextures } from '#core/plan/resourceKinds.ts';
import { readWgslUse } from '#core/plan/wgsl/wgslUse.ts';
import { countText } from '#core/util/countText.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import type { TracedResource } from '#tools/debugger/state.ts';

type Types = ReadonlyMap<string, ReflectedType>;

const KNOWN = new WeakMap<CompiledProgram, Types>();

/** The buffers, textures and samplers of a frame, by name. */
export function resourcesOf(
  program: CompiledProgram,
  { resources }: Pick<ObservedFrame, 'resources'>,
): ReadonlyMap<string, TracedResource> {
  const types = KNOWN.get(program) ?? typesOf(program);
  KNOWN.set(program, types);
  const found = new Map<string, TracedResource>();
  for (const [name, type] of types) {
    const resource = resources.get(name);
    if (resource) found.set(name, { type: typeNameOf(type), size: sizeText(resource, type) });
  }
  return found;
}

function typesOf({ reflection, code, strides }: CompiledProgram): Types {
  const { parameters, entryPoints } = readReflection(reflection);
  const called = entryPoints.filter(isCalled);
  const { members } = bindParameters(parameters, called, readWgslUse(code), strides);
  return new Map(members.map(({ name, type }) => [name, type]));
}

/** Such as `4,096 elements` or `512 × 256, 4 layers`; empty for samplers. */
function sizeText(resource: Resource, type: ReflectedType): string {
  if (resource.kind === 'sampler') return '';
  if (resource.kind === 'buffer') {
    const { size } = resource.buffer;
    const bytes = bufferElementSize(type);
    return bytes ? countText(Math.floor(size / bytes), 'element') : countText(size, 'byte');
  }
  const { width, height, depthOrArrayLayers: depth } = resource.texture;
  const plane = `${width} × ${height}`;
  if (isArrayOf2DTextures(type)) return `${plane}, ${countText(depth, 'layer')}`;
  return is3DTexture(type) ? `${plane} × ${depth}` : plane;
}
