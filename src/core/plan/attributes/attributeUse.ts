import type { Attribute, AttributeArgument } from '#core/plan/reflection/reflection.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';

export const ATTRIBUTE_PREFIX = 'playground_';

/** The form of a name in structs, reflection and messages: `CALL_SIZE_OF` for `CALL::SIZE_OF`. */
export function reflectedName(name: string): string {
  return name.replaceAll('::', '_');
}

/** The playground's attributes, without their prefix. */
export function playgroundAttributes(attributes: readonly Attribute[]): Attribute[] {
  return attributes
    .filter(({ name }) => name.startsWith(ATTRIBUTE_PREFIX))
    .map((attribute) => ({ ...attribute, name: attribute.name.slice(ATTRIBUTE_PREFIX.length) }));
}

export interface AttributeUse {
  readonly attribute: Attribute;
  readonly owner: string;
  /** Whether the owner is a texture that is drawn to. */
  readonly isTarget?: boolean;
}

/** Fails because the attribute does not fit its parameter (specification, section 5). */
export function notApplicable({ attribute, owner }: AttributeUse, supported: string) {
  return fail(
    `${attribute.name} attribute cannot be applied to ${owner}, it only supports ${supported}`,
  );
}

interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Reads a whole number in the range. */
export function countArgument(
  use: AttributeUse,
  index: number,
  meaning: string,
  { min, max }: NumberRange,
): Result<number> {
  const value = use.attribute.arguments[index];
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
    return ok(value);
  }
  return wrongArgument(use, meaning, value, `a whole number from ${min} to ${max}`);
}

export function numberArgument(use: AttributeUse, index: number, meaning: string): Result<number> {
  const value = use.attribute.arguments[index];
  if (typeof value === 'number' && Number.isFinite(value)) return ok(value);
  return wrongArgument(use, meaning, value, 'a number');
}

export function textArgument(use: AttributeUse, index: number, meaning: string): Result<string> {
  const value = use.attribute.arguments[index];
  if (typeof value === 'string' && value.trim() !== '') return ok(value);
  return wrongArgument(use, meaning, value, 'a text that is not empty');
}

export function wrongArgument(
  { attribute, owner }: AttributeUse,
  meaning: string,
  value: AttributeArgument | undefined,
  wanted: string,
) {
  if (typeof value === 'object') {
    const { expression, line, path } = value;
    const place = path === undefined ? `line ${line}` : `line ${line} of ${path}`;
    return fail(
      `${attribute.name} attribute of ${owner}: its ${meaning}, ${quoted(expression)} in ${place}, is not a constant. Write ${wanted} as a literal.`,
    );
  }
  const given = value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
  return fail(
    `${attribute.name} attribute of ${owner}: its ${meaning} ${given}, but has to be ${wanted}.`,
  );
}
