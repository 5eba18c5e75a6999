import type { AttributeReference } from '#core/plan/attributes/reference.ts';
import { ATTRIBUTES } from '#core/plan/attributes/reference.ts';

/** How much text before a place is needed to classify it, in UTF-16 units. */
export const REACH = 400;

export interface NamePlace {
  readonly from: number;
  /** Whether `playground::` precedes the name. */
  readonly isQualified: boolean;
}

export interface ArgumentPlace {
  readonly attribute: AttributeReference;
  readonly from: number;
  /** Counts from 0. */
  readonly index: number;
  /** The argument's text up to the cursor. */
  readonly written: string;
}

/** Unlike an index's bracket, an attribute's bracket does not follow a name or a value. */
const NAME = /\[(?<=(?:^|\)\]|\][ \t]|[\n;{}])\s*\[)(?:[^[\]"]*,)?\s*(?<path>[\w:]*)$/;
const QUALIFIED = /[[,]\s*playground\s*::\s*(?<name>[\w:]*)$/;
const ARGUMENTS =
  /[[,]\s*playground\s*::\s*(?<name>\w+(?:\s*::\s*\w+)?)\s*\((?<list>(?:[^()"\]]|"(?:[^"\\\n]|\\.)*"?)*)$/;

const COMMENT = /^(?:[^"]|"(?:[^"\\]|\\.)*")*?\/\//;

function isInComment(before: string): boolean {
  return COMMENT.test(before.slice(before.lastIndexOf('\n') + 1));
}

/**
 * Undefined if an attribute's name cannot be at this place.
 *
 * @param before the text before the place, at least {@link REACH} units if available
 */
export function namePlace(before: string, pos: number): NamePlace | undefined {
  if (isInComment(before)) return undefined;
  const qualified = QUALIFIED.exec(before)?.groups?.['name'];
  if (qualified !== undefined) return { from: pos - qualified.length, isQualified: true };
  const path = NAME.exec(before)?.groups?.['path'];
  return path === undefined ? undefined : { from: pos - path.length, isQualified: false };
}

/** Undefined if the place is not in the arguments of a playground attribute. */
export function argumentPlace(before: string, pos: number): ArgumentPlace | undefined {
  const match = isInComment(before) ? null : ARGUMENTS.exec(before);
  const { name = '', list = '' } = match?.groups ?? {};
  const attribute = attributeNamed(name);
  if (!match || !attribute) return undefined;
  const written = list.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const nameAt = match[0].indexOf(name, match[0].indexOf('::'));
  return {
    attribute,
    from: pos - match[0].length + nameAt,
    index: written.length - 1,
    written: (written.at(-1) ?? '').trimStart(),
  };
}

/** Finds an attribute by its written name, `CALL::SIZE_OF` or `CALL_SIZE_OF`. */
export function attributeNamed(name: string): AttributeReference | undefined {
  const plain = plainName(name);
  return ATTRIBUTES.find((attribute) => plainName(attribute.name) === plain);
}

function plainName(name: string): string {
  return name
    .split('::', 3)
    .map((part) => part.trim())
    .join('_');
}

const WRITTEN = /\bplayground\s*::\s*(?<name>(?:CALL\s*::\s*)?\w+)/g;

interface WrittenAttribute {
  readonly attribute: AttributeReference;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the playground attribute whose name covers a place in a line; offsets count from the line's
 * start.
 */
export function writtenAttribute(line: string, at: number): WrittenAttribute | undefined {
  for (const match of line.matchAll(WRITTEN)) {
    const { index } = match;
    const to = index + match[0].length;
    if (at < index || at > to) continue;
    const attribute = attributeNamed(match.groups?.['name'] ?? '');
    if (attribute) return { attribute, from: index, to };
  }
  return undefined;
}
