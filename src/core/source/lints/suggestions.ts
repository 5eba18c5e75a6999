import { ATTRIBUTE_PREFIX, reflectedName } from '#core/plan/attributes/attributeUse.ts';
import { planParameter } from '#core/plan/attributes/planParameter.ts';
import type { AttributeReference } from '#core/plan/attributes/reference.ts';
import { ATTRIBUTES, sampleOf } from '#core/plan/attributes/reference.ts';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { Attribute } from '#core/plan/reflection/reflection.ts';

/** Maximum number of fixes for one fault. */
const MOST = 4;

/** The attributes that a parameter can have, as source text, the most likely first. */
export function fittingAttributes(parameter: BoundParameter): string[] {
  return ATTRIBUTES.filter((reference) => {
    const planned = planParameter({ ...parameter, attributes: [asReflected(reference)] });
    return planned.ok && reference.name !== NOT_SUGGESTED;
  })
    .map(sampleOf)
    .slice(0, MOST);
}

/** Excluded: the file is unknown, and ZEROS fits wherever DATA does. */
const NOT_SUGGESTED = 'DATA';

function asReflected({ name, arguments: taken }: AttributeReference): Attribute {
  return {
    name: ATTRIBUTE_PREFIX + reflectedName(name),
    arguments: taken.map(({ type, sample }) =>
      type === 'string' ? sample.slice(1, -1) : Number(sample),
    ),
  };
}

/** The existing names nearest to an unknown one: one, or two that are equally likely. */
export function nearest(name: string, candidates: readonly string[]): string[] {
  const rated = candidates
    .map((candidate) => ({
      candidate,
      distance: editDistance(comparable(name), comparable(candidate)),
    }))
    .filter(({ candidate, distance }) => distance < Math.max(name.length, candidate.length))
    .toSorted((one, other) => one.distance - other.distance);
  const best = rated[0]?.distance ?? 0;
  return rated
    .filter(({ distance }) => distance <= best + 1)
    .slice(0, 2)
    .map(({ candidate }) => candidate);
}

/** A longer name is not a typo. */
function comparable(name: string): string {
  return name.slice(0, 64).toLowerCase();
}

/** The Levenshtein distance: the number of characters to add, remove or replace. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let against = 0; against < other.length; against += 1) {
      next.push(
        Math.min(
          (next[against] ?? 0) + 1,
          (row[against + 1] ?? 0) + 1,
          (row[against] ?? 0) + (one[at] === other[against] ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
