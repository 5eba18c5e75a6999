/** The facts that distinguish one C-like language from another. */
export interface CLikeSpec {
  readonly name: string;
  readonly keywords: ReadonlySet<string>;
  /** Words before a type or a declaration: `const`, `static`, `thread`. */
  readonly modifiers: ReadonlySet<string>;
  /** The words above that are plain names unless a name follows: `point`. */
  readonly contextual?: ReadonlySet<string>;
  /** Built-in types. */
  readonly types: ReadonlySet<string>;
  /** Built-in types as a pattern, which is shorter than a list. */
  readonly typePattern?: RegExp;
  /** Built-in functions; coloured only where they are called. */
  readonly functions: ReadonlySet<string>;
  readonly functionPattern?: RegExp;
  /** Built-in variables, and semantics, by their form. */
  readonly variablePattern?: RegExp;
  /** Macros of the prelude that the compiler adds. */
  readonly macroPattern?: RegExp;
  /** Named values: texel formats, `nullptr`. */
  readonly constants?: ReadonlySet<string>;
  /** Named values only between `<` and `>` or after `::`: address spaces and access modes. */
  readonly enumerants?: ReadonlySet<string>;
  /** The meaning that the previous word gives to a name: `struct` makes it a type. */
  readonly definers: Readonly<Record<string, Definition>>;
  /** Keywords or attributes with names in parentheses, and the meaning of these names. */
  readonly listing?: Readonly<Record<string, 'attributeName' | 'attributeValue'>>;
  /** Words after which `<` opens a list, as after any type. */
  readonly listOpeners?: ReadonlySet<string>;
  readonly attributes: 'brackets' | 'double brackets' | 'at' | 'none';
  /** Numbers from their first character on, with suffix. */
  readonly number: RegExp;
  /** Whether there are `#` directives, `\` before line ends, and quotes, which WGSL lacks. */
  readonly preprocessor: boolean;
  readonly rawStrings?: boolean;
  /** `$` refers from assembly to the surrounding code. */
  readonly inlineAssembly?: boolean;
  readonly nestedComments?: boolean;
  /** `: NAME` is a semantic if the name is in capitals. */
  readonly semantics?: boolean;
  /** `name : Type`. */
  readonly typesAfterColon?: boolean;
  /** Names like `Ball` are types by convention. */
  readonly capitalTypes?: boolean;
}

export type Definition = 'type' | 'function' | 'variable' | 'namespace' | 'block';

/** A number with the given suffixes, for integers (also hexadecimal) and for others. */
export function numberPattern(integer: string, float: string, separator = ''): RegExp {
  const digits = `\\d[\\d${separator}]*`;
  const hex = `0[xX][\\da-fA-F${separator}]+(?:(?:\\.[\\da-fA-F]*)?[pP][+-]?\\d+(?:${float})?|(?:${integer})?)`;
  const binary = `0[bB][01${separator}]+(?:${integer})?`;
  const exponent = '[eE][+-]?\\d+';
  // A point at the end belongs to the number, unless a swizzle follows it: `0.xx`.
  const point = `\\.(?:${exponent})?(?=(?:${float})?(?!\\w))`;
  const fraction = `(?:${digits})?\\.${digits}(?:${exponent})?|${digits}(?:${point}|${exponent})`;
  return new RegExp(
    `^(?:${hex}|${binary}|(?:${fraction})(?:${float})?|${digits}(?:${integer}|${float})?)`,
  );
}
