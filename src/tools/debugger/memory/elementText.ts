import type { RunProgram } from '#core/plan/runDescriptor.ts';
import { type AccessedResource, strideOf } from '#core/source/instrument/accesses/logAccesses.ts';
import type { BoundResources } from '#engine/gpu/frame.ts';
import { nameOf } from './accessLog.ts';

/**
 * Such as `sums[12]`, `picture[120, 33]` and `tile[2][5]`.
 *
 * @param descriptor of the program that logged the access: its slots may differ from the run's
 */
export function elementText(
  resource: AccessedResource,
  element: number,
  descriptor: Pick<RunProgram, 'layout'>,
  resources: BoundResources,
): string {
  const name = nameOf(resource, descriptor);
  const bound = resources.get(name);
  if (bound?.kind === 'texture') {
    const { width, height, depthOrArrayLayers } = bound.texture;
    const place = [element % width, Math.floor(element / width) % height];
    if (depthOrArrayLayers > 1) place.push(Math.floor(element / (width * height)));
    return `${name}[${place.join(', ')}]`;
  }
  const { kind, lengths } = resource;
  if (kind !== 'shared') return `${name}[${element}]`;
  let rest = element;
  const indices = lengths.map((_, dimension) => {
    const stride = strideOf(lengths, dimension);
    const index = Math.floor(rest / stride);
    rest %= stride;
    return `[${index}]`;
  });
  return `${name}${indices.join('')}`;
}
