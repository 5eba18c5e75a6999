const LINE_LENGTH = 100;

/** JSON with two spaces of indentation, and what is short in one line. */
export function readableJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => readableJson(each, deeper))
    : Object.entries(value).map(
        ([key, each]) => `${JSON.stringify(key)}: ${readableJson(each, deeper)}`,
      );
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const isShort = parts.every((part) => part.length < LINE_LENGTH && !part.includes('\n'));
  const line = isShort ? `${open}${parts.join(', ')}${close}` : null;
  if (line !== null && indent.length + line.length <= LINE_LENGTH) return line;
  return `${open.trim()}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close.trim()}`;
}
