/** Words that cannot or should not name a declaration in a TypeScript module. */
const WORDS =
  'abstract any arguments as asserts async await bigint boolean break case catch class const constructor ' +
  'continue debugger declare default delete do else enum eval export extends false finally for from ' +
  'function get global globalThis if implements import in infer instanceof interface intrinsic is keyof ' +
  'let module namespace never new null number object of out override package private protected public ' +
  'readonly require return satisfies set static string super switch symbol this throw true try type typeof ' +
  'undefined unique unknown using var void while with yield';

const RESERVED: ReadonlySet<string> = new Set(WORDS.split(' '));

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Returns an unused name close to `wanted`, and reserves it.
 *
 * @param taken the reserved names; the new name is added
 */
export function freeIdentifier(wanted: string, taken: Set<string>): string {
  const plain = wanted.replaceAll(/[^\w$]+/g, '_').replaceAll(/^_+(?=[A-Za-z])|(?<!_)_+$/g, '');
  const stem = IDENTIFIER.test(plain) && !RESERVED.has(plain) ? plain : `${plain}_`;
  const start = IDENTIFIER.test(stem) ? stem : `_${stem}`;
  let name = start;
  for (let count = 2; taken.has(name); count += 1) name = `${start}${count}`;
  taken.add(name);
  return name;
}

/** A property name as written in an interface or object literal. */
export function propertyKey(name: string): string {
  // In an object literal, a plain `__proto__` would set the prototype.
  if (name === '__proto__') return "['__proto__']";
  return IDENTIFIER.test(name) ? name : quoted(name);
}

/** An expression for a property of `value`. */
export function propertyOf(value: string, name: string): string {
  return IDENTIFIER.test(name) ? `${value}.${name}` : `${value}[${quoted(name)}]`;
}

export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}

/** A template literal, which may span lines. */
export function templateLiteral(text: string): string {
  const escaped = text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\r', '\\r');
  return `\`${escaped}\``;
}

/** Text for a comment: stays on one line, and cannot end the comment. */
export function commented(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ');
}
