import { propertyKey, quoted } from './identifiers.ts';

/** Characters of a line. */
const WIDTH = 100;

/**
 * A value that JSON can say as a TypeScript expression of short lines.
 *
 * @param indent of the line on which it begins
 * @param expressionOf an expression for a string in place of the literal; null for the literal
 */
export function literal(
  value: unknown,
  indent = '',
  expressionOf: (text: string) => string | null = () => null,
): string {
  if (typeof value === 'string') return expressionOf(value) ?? quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inside = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => literal(item, inside, expressionOf))
    : Object.entries(value).map(
        ([name, item]) => `${propertyKey(name)}: ${literal(item, inside, expressionOf)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (indent.length + line.length <= WIDTH - 20 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inside}${part},\n`).join('')}${indent}${close}`;
}
