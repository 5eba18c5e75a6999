export interface CLikeSpec {
  readonly name: string;
  readonly keywords: ReadonlySet<string>;
  /** Words before a type or a declaration: `const`, `static`, `thread`. */
  readonly modifiers: ReadonlySet<string>;
  /** Modifiers that are plain names unless a name follows: `point`. */
  readonly contextual?: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Built-in types as a pattern, which is shorter than a list. */
  readonly typePattern?: RegExp;
  /** Built-in functions; coloured only in calls. */
  readonly functions: ReadonlySet<string>;
  readonly functionPattern?: RegExp;
  /** Matches built-in variables and semantics. */
  readonly variablePattern?: RegExp;
  /** Matches macros of the prelude that the compiler adds. */
  readonly macroPattern?: RegExp;
  /** Named values: texel formats, `nullptr`. */
  readonly constants?: ReadonlySet<string>;
  /**
   * Named values that count only between `<` and `>` or after `::`: address spaces and access
   * modes.
   */
  readonly enumerants?: ReadonlySet<string>;
  /** The meaning that the previous word gives a name: `struct` makes it a type. */
  readonly definers: Readonly<Record<string, Definition>>;
  /** Keywords or attributes with names in parentheses, and the meaning of these names. */
  readonly listing?: Readonly<Record<string, 'attributeName' | 'attributeValue'>>;
  /** Words that, like a type, can be followed by a list in `<` and `>`. */
  readonly listOpeners?: ReadonlySet<string>;
  readonly attributes: 'brackets' | 'double brackets' | 'at' | 'none';
  /** Matches a whole number, including its suffix. */
  readonly number: RegExp;
  /**
   * Whether the language has `#` directives, `\` before line ends, and quotes; WGSL has none of
   * them.
   */
  readonly preprocessor: boolean;
  readonly rawStrings?: boolean;
  /** Whether `$` in assembly refers to the surrounding code. */
  readonly inlineAssembly?: boolean;
  readonly nestedComments?: boolean;
  /** Whether `: NAME` is a semantic if the name is in capitals. */
  readonly semantics?: boolean;
  /** Whether types follow names: `name : Type`. */
  readonly typesAfterColon?: boolean;
  /** Whether names like `Ball` are types by convention. */
  readonly capitalTypes?: boolean;
}

export type Definition = 'type' | 'function' | 'variable' | 'namespace' | 'block';

/**
 * A pattern for numbers with these suffixes, one for integers (also hexadecimal) and one for
 * floats.
 */
export function numberPattern(integer: string, float: string, separator = ''): RegExp {
  const digits = `\\d[\\d${separator}]*`;
  const hex = `0[xX][\\da-fA-F${separator}]+(?:(?:\\.[\\da-fA-F]*)?[pP][+-]?\\d+(?:${float})?|(?:${integer})?)`;
  const binary = `0[bB][01${separator}]+(?:${integer})?`;
  const exponent = '[eE][+-]?\\d+';
  // A trailing point belongs to the number, unless a swizzle follows it: `0.xx`.
  const point = `\\.(?:${exponent})?(?=(?:${float})?(?!\\w))`;
  const fraction = `(?:${digits})?\\.${digits}(?:${exponent})?|${digits}(?:${point}|${exponent})`;
  return new RegExp(
    `^(?:${hex}|${binary}|(?:${fraction})(?:${float})?|${digits}(?:${integer}|${float})?)`,
  );
}
