/** Values that have a Python literal. */
export type PythonValue =
  | string
  | number
  | boolean
  | null
  | readonly PythonValue[]
  | { readonly [key: string]: PythonValue };

/** An ASCII-only Python expression for a value. */
export function pythonValue(value: PythonValue): string {
  if (value === null) return 'None';
  switch (typeof value) {
    case 'string':
      return pythonString(value);
    case 'boolean':
      return value ? 'True' : 'False';
    case 'number':
      return Number.isFinite(value) ? String(value) : `float("${value}")`;
    default:
      return Array.isArray(value)
        ? `[${value.map(pythonValue).join(', ')}]`
        : `{${Object.entries(value)
            .map(([key, each]) => `${pythonString(key)}: ${pythonValue(each)}`)
            .join(', ')}}`;
  }
}

function pythonString(text: string): string {
  const parts = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === '\\') return `\\${character}`;
    if (character === '\n') return '\\n';
    if (code >= 0x20 && code < 0x7f) return character;
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
  return `"${parts.join('')}"`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** Assigns a list or dictionary to `name`, one item per line. */
export function pythonTable(
  name: string,
  rows: readonly string[],
  brackets: '[]' | '{}',
): string[] {
  const [open, close] = brackets;
  if (rows.length === 0) return [`${name} = ${brackets}`];
  return [`${name} = ${open}`, ...rows.map((row) => `    ${row},`), `${close ?? ''}`];
}

/** Text for a comment or docstring. */
export function pythonComment(text: string): string {
  return text.replace(/[^\x20-\x7e]+|["\\]/g, ' ');
}
