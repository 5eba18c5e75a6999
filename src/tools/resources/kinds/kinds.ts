import type { ParameterLayouts } from '#core/data/parameterLayouts.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { NamedReduction } from '#engine/gpu/read/statistics.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import { buffer } from './buffer.tsx';
import type { ListedFrame, ResourceKind } from './kind.ts';
import { sampler } from './sampler.tsx';
import { texture } from './texture.tsx';
import { uniforms } from './uniforms.tsx';

/** Keyed by the `kind` of entries. */
export const KINDS: ReadonlyMap<string, ResourceKind> = new Map(
  Object.entries({ buffer, texture, sampler, uniforms }),
);

export function kindOf({ kind: name }: ResourceEntry): ResourceKind {
  const kind = KINDS.get(name);
  if (!kind) throw new Error(`There is no kind of resource “${name}”.`);
  return kind;
}

/** A frame's resources in declaration order, uniforms first. */
export function entriesOf(frame: ListedFrame, types: ParameterLayouts | null): ResourceEntry[] {
  // Uniform blocks are not in the layout.
  const declared = Object.keys(frame.descriptor.layout);
  return [...KINDS.values()]
    .flatMap((kind) => kind.entries(frame, types))
    .toSorted((one, other) => declared.indexOf(one.name) - declared.indexOf(other.name));
}

/** One per column or channel; empty for resources without numbers. */
export function reductionsOf(
  frame: ObservedFrame,
  entry: ResourceEntry,
): readonly NamedReduction[] {
  for (const kind of KINDS.values()) {
    const reductions = kind.reductions(frame, entry);
    if (reductions) return reductions;
  }
  return [];
}

export const sizeText = (entry: ResourceEntry) => kindOf(entry).sizeText(entry);

export function detailsText(entry: ResourceEntry): string {
  const { format, readBy, writtenBy, origin } = entry;
  const users = [
    readBy.length > 0 && `read by ${readBy.join(', ')}`,
    writtenBy.length > 0 && `written by ${writtenBy.join(', ')}`,
  ];
  const isUnused = readBy.length + writtenBy.length === 0;
  return [
    format,
    sizeText(entry),
    kindOf(entry).contentText(entry),
    ...(isUnused ? ['unused'] : users),
    origin,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ');
}
