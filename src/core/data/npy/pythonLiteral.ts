/** What stands in the header of a `.npy` file. */
export type PythonValue =
  | string
  | number
  | boolean
  | null
  | readonly PythonValue[]
  | ReadonlyMap<string, PythonValue>;

const TOKEN =
  /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+)L?|(True|False|None)|([()[\]{},:]))/y;

const WORDS = { True: true, False: false, None: null } as const;

/** Deeper ones are refused: the stack is finite. */
const MAX_DEPTH = 32;

/** Reads a Python literal of strings, whole numbers, tuples, lists and dicts; undefined if it is none. */
export function readPythonLiteral(text: string): PythonValue | undefined {
  try {
    const parser = createParser(text);
    const value = parser.value(0);
    return parser.isDone() ? value : undefined;
  } catch {
    return undefined;
  }
}

type Token =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'symbol'; readonly symbol: string };

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const source = text.trimEnd();
  while (TOKEN.lastIndex < source.length) {
    const [, single, double, number, word, symbol] = TOKEN.exec(source) ?? [];
    const string = single ?? double;
    if (string !== undefined) {
      tokens.push({ kind: 'value', value: string.replace(/\\(.)/g, '$1') });
    } else if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) });
    else if (word !== undefined) {
      tokens.push({ kind: 'value', value: WORDS[word as keyof typeof WORDS] });
    } else if (symbol !== undefined) tokens.push({ kind: 'symbol', symbol });
    else throw new SyntaxError('No Python literal.');
  }
  return tokens;
}

function createParser(text: string) {
  const tokens = readTokens(text);
  let at = 0;
  const take = (symbol: string) => {
    const token = tokens[at];
    if (token?.kind !== 'symbol' || token.symbol !== symbol) return false;
    at += 1;
    return true;
  };
  const items = <Item>(closing: string, item: () => Item): Item[] => {
    const found: Item[] = [];
    while (!take(closing)) {
      found.push(item());
      if (take(',')) continue;
      if (take(closing)) break;
      throw new SyntaxError('A comma is missing.');
    }
    return found;
  };
  const value = (depth: number): PythonValue => {
    if (depth > MAX_DEPTH) throw new SyntaxError('Too deep.');
    if (take('(')) return items(')', () => value(depth + 1));
    if (take('[')) return items(']', () => value(depth + 1));
    if (take('{')) {
      return new Map(
        items('}', () => {
          const key = value(depth + 1);
          if (typeof key !== 'string' || !take(':')) throw new SyntaxError('No dict.');
          return [key, value(depth + 1)] as const;
        }),
      );
    }
    const token = tokens[at];
    if (token?.kind !== 'value') throw new SyntaxError('A value is missing.');
    at += 1;
    return token.value;
  };
  return { value, isDone: () => at === tokens.length };
}
