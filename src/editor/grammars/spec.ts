/** What tells one C-like language from another. */
export interface CLikeSpec {
  readonly name: string;
  readonly keywords: ReadonlySet<string>;
  /** Words that stand before a type or a declaration: `const`, `static`, `thread`. */
  readonly modifiers: ReadonlySet<string>;
  /** Of the words above, those that are plain names unless they stand before a name: `point`. */
  readonly contextual?: ReadonlySet<string>;
  /** Built-in types. */
  readonly types: ReadonlySet<string>;
  /** Built-in types that are more quickly told by their form than listed. */
  readonly typePattern?: RegExp;
  /** Built-in functions; of these only what is called is coloured so. */
  readonly functions: ReadonlySet<string>;
  readonly functionPattern?: RegExp;
  /** Built-in variables, and semantics, by their form. */
  readonly variablePattern?: RegExp;
  /** Macros of what the compiler puts before its code. */
  readonly macroPattern?: RegExp;
  /** Named values: texel formats, `nullptr`. */
  readonly constants?: ReadonlySet<string>;
  /** Named values only between `<` and `>` or behind `::`: address spaces and access modes. */
  readonly enumerants?: ReadonlySet<string>;
  /** What the word before makes of a name: `struct` makes it a type. */
  readonly definers: Readonly<Record<string, Definition>>;
  /** Words, keywords or attributes, that take names in parentheses, and what these names are. */
  readonly listing?: Readonly<Record<string, 'attributeName' | 'attributeValue'>>;
  /** Words behind which `<` opens a list, as after any type. */
  readonly listOpeners?: ReadonlySet<string>;
  readonly attributes: 'brackets' | 'double brackets' | 'at' | 'none';
  /** Numbers from their first character on, with suffix. */
  readonly number: RegExp;
  /** `#` directives, `\` before line ends, and quotes: all that WGSL lacks. */
  readonly preprocessor: boolean;
  readonly rawStrings?: boolean;
  /** `$` leads from assembly to the code around it. */
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

/** A number with the given suffixes, of integers (hexadecimal ones too) and of others. */
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
