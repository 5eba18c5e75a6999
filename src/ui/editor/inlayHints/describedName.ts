import { afterClosing, readTokens, splitList } from '#core/source/tokens.ts';

const CODE = /^```\w*\n(.*)\n/;

/** The type in the server's description of a variable; null if there is none. */
export function typeIn(description: string, name: string): string | null {
  const line = CODE.exec(description)?.[1] ?? '';
  const declared = /^\(local (?:value|variable)\) (.+)$/.exec(line)?.[1];
  if (!declared?.endsWith(` ${name}`)) return null;
  return declared.slice(0, -name.length - 1).replace(/^(?:(?:static|const|let|var) )+/, '');
}

/** The names of the parameters in the server's description of a function of the project. */
export function parametersIn(description: string): string[] {
  // Calls of well-known functions need no explanation.
  if (/\nDefined in core\(\d+\)\s*$/.test(description)) return [];
  const tokens = readTokens(CODE.exec(description)?.[1] ?? '');
  const open = tokens.findIndex(({ text }) => text === '(');
  if (open < 1) return [];
  return splitList(tokens, open + 1, afterClosing(tokens, open) - 1).map((parameter) => {
    const equals = parameter.findIndex(({ text }) => text === '=');
    const last = parameter[(equals < 0 ? parameter.length : equals) - 1];
    return last?.kind === 'word' && parameter.length > 1 ? last.text : '';
  });
}
