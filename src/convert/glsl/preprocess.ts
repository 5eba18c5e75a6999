import { fail, ok, type Result } from '#shared/result.ts';
import { evaluateCondition } from './conditions.ts';
import { type DirectiveLine, readGlsl, readTokens, type Span, type Token } from './tokens.ts';

export interface Macro {
  readonly name: string;
  readonly directive: DirectiveLine;
  /** Null if it is used without parentheses. */
  readonly params: readonly string[] | null;
  readonly body: readonly Token[];
}

/** The source, or one use of a macro, whose text is the macro’s body. */
export interface Frame {
  readonly macro: Macro | null;
}

/** A token behind the preprocessor. */
export interface SeenToken {
  readonly kind: Token['kind'] | 'end';
  readonly text: string;
  /** The frame that its text is written in, and where. */
  readonly home: Frame;
  readonly span: Span;
  /** Its place in each other frame that it goes through: that of the parameter or the use which it is from. */
  readonly others: ReadonlyMap<Frame, Span>;
}

const NOWHERE: ReadonlyMap<Frame, Span> = new Map();

/** Where a token is in a frame; undefined if it does not go through it. */
export function spotIn({ home, span, others }: SeenToken, frame: Frame): Span | undefined {
  return frame === home ? span : others.get(frame);
}

/** All frames that a token goes through. */
export function framesOf({ home, others }: SeenToken): readonly Frame[] {
  return others.size === 0 ? [home] : [home, ...others.keys()];
}

export interface Preprocessed {
  readonly root: Frame;
  readonly tokens: readonly SeenToken[];
  readonly macros: readonly Macro[];
  /** Words of code that no condition lets through, and of macros that nothing uses. */
  readonly unseen: readonly Token[];
  /** Directives that Slang does not know. */
  readonly refused: readonly DirectiveLine[];
  /** Uses in the source, with what becomes of them. */
  readonly uses: readonly MacroUse[];
}

export interface MacroUse extends Span {
  readonly macro: Macro;
  readonly tokens: readonly SeenToken[];
}

/** Macros can use macros that use macros; this many tokens are enough for everybody. */
const MOST_TOKENS = 200_000;

class TooLong extends Error {}

interface Reader {
  readonly text: string;
  readonly root: Frame;
  readonly table: Map<string, Macro>;
  readonly macros: Macro[];
  readonly uses: MacroUse[];
  readonly used: Set<Macro>;
  count: number;
}

/** Does what GLSL’s preprocessor does, and remembers where each token is from. */
export function preprocess(text: string): Result<Preprocessed> {
  const root: Frame = { macro: null };
  const reader: Reader = {
    ...{ text, root, table: new Map(), macros: [], uses: [], used: new Set(), count: 0 },
  };
  try {
    return ok(readAll(reader));
  } catch (thrown) {
    if (!(thrown instanceof TooLong)) throw thrown;
    return fail(
      `Its macros make more than ${MOST_TOKENS.toLocaleString('en')} tokens. Use fewer macros.`,
    );
  }
}

function readAll(reader: Reader): Preprocessed {
  const { text, root } = reader;
  const tokens: SeenToken[] = [];
  const unseen: Token[] = [];
  const refused: DirectiveLine[] = [];
  /** Whether each open condition lets code through, or has before. */
  const open: { isActive: boolean; wasActive: boolean }[] = [];
  let run: SeenToken[] = [];
  const flush = () => {
    for (const token of expand(reader, run, new Set())) tokens.push(token);
    run = [];
  };
  const isActive = () => open.every((each) => each.isActive);
  for (const read of readGlsl(text)) {
    if (read.kind !== 'directive') {
      if (isActive()) run.push({ ...seen(read, root), others: NOWHERE });
      else unseen.push(read);
      continue;
    }
    flush();
    if (!readCondition(reader, read, open)) {
      if (isActive()) readDirective(reader, read, refused);
      else unseen.push(...readTokens(text, read.rest, read.to));
    }
  }
  flush();
  const { macros, uses, used } = reader;
  for (const macro of macros) if (!used.has(macro)) unseen.push(...macro.body);
  return { root, tokens, macros, unseen, refused, uses };
}

/** Whether it was one. */
function readCondition(
  { text, table }: Reader,
  { name, rest, to }: DirectiveLine,
  open: { isActive: boolean; wasActive: boolean }[],
): boolean {
  const words = readTokens(text, rest, to);
  const holds = () => {
    if (name === 'ifdef') return table.has(words[0]?.text ?? '');
    if (name === 'ifndef') return !table.has(words[0]?.text ?? '');
    return evaluateCondition(words, table);
  };
  const innermost = open.at(-1);
  switch (name) {
    case 'if':
    case 'ifdef':
    case 'ifndef': {
      const isActive = open.every((each) => each.isActive) && holds();
      open.push({ isActive, wasActive: isActive });
      return true;
    }
    case 'elif':
      if (innermost) innermost.isActive = !innermost.wasActive && holds();
      if (innermost?.isActive) innermost.wasActive = true;
      return true;
    case 'else':
      if (innermost) innermost.isActive = !innermost.wasActive;
      return true;
    case 'endif':
      open.pop();
      return true;
    default:
      return false;
  }
}

function readDirective(reader: Reader, line: DirectiveLine, refused: DirectiveLine[]): void {
  const { text, table, macros } = reader;
  const { name, rest, to } = line;
  if (name === 'define') {
    const macro = readMacro(text, line);
    if (!macro) return;
    table.set(macro.name, macro);
    macros.push(macro);
  } else if (name === 'undef') table.delete(readTokens(text, rest, to)[0]?.text ?? '');
  else if (name !== '') refused.push(line);
}

function readMacro(text: string, directive: DirectiveLine): Macro | null {
  const [name, ...after] = readTokens(text, directive.rest, directive.to);
  if (name?.kind !== 'word') return null;
  const [first] = after;
  if (first?.text !== '(' || first.from !== name.to) {
    return { name: name.text, directive, params: null, body: after };
  }
  const end = after.findIndex((token) => token.text === ')');
  const words = after.slice(1, end).filter((token) => token.kind === 'word');
  const params = words.map((token) => token.text);
  return { name: name.text, directive, params, body: after.slice(end + 1) };
}

function expand(
  reader: Reader,
  tokens: readonly SeenToken[],
  within: ReadonlySet<Macro>,
): SeenToken[] {
  const expanded: SeenToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    const macro = token.kind === 'word' ? reader.table.get(token.text) : undefined;
    const call = macro && !within.has(macro) ? readUse(tokens, at, macro) : null;
    if (!macro || !call) {
      expanded.push(token);
      at += 1;
      countTokens(reader, 1);
      continue;
    }
    const last = tokens[call.end - 1] ?? token;
    const made = substitute(reader, macro, token, last, call.args, within);
    const all = expand(reader, made, new Set([...within, macro]));
    note(reader, macro, token, last, all);
    for (const each of all) expanded.push(each);
    at = call.end;
  }
  return expanded;
}

function seen(token: Token, home: Frame): Omit<SeenToken, 'others'> {
  return { kind: token.kind, text: token.text, home, span: token };
}

function countTokens(reader: Reader, more: number): void {
  reader.count += more;
  if (reader.count > MOST_TOKENS) throw new TooLong();
}

function note(
  { root, used, uses }: Reader,
  macro: Macro,
  first: SeenToken,
  last: SeenToken,
  tokens: readonly SeenToken[],
): void {
  used.add(macro);
  const from = spotIn(first, root)?.from;
  const to = spotIn(last, root)?.to;
  if (first.home === root && from !== undefined && to !== undefined) {
    uses.push({ macro, from, to, tokens });
  }
}

interface Use {
  readonly args: readonly (readonly SeenToken[])[];
  /** Behind its last token. */
  readonly end: number;
}

function readUse(tokens: readonly SeenToken[], at: number, { params }: Macro): Use | null {
  if (params === null) return { args: [], end: at + 1 };
  if (tokens[at + 1]?.text !== '(') return null;
  const args: SeenToken[][] = [[]];
  let depth = 0;
  for (let next = at + 1; next < tokens.length; next += 1) {
    const token = tokens[next];
    if (!token) break;
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    if (depth === 0) return { args, end: next + 1 };
    if (depth === 1 && token.text === ',') args.push([]);
    else if (depth > 1 || token.text !== '(') args.at(-1)?.push(token);
  }
  return null;
}

function substitute(
  reader: Reader,
  macro: Macro,
  first: SeenToken,
  last: SeenToken,
  args: Use['args'],
  within: ReadonlySet<Macro>,
): SeenToken[] {
  const frame: Frame = { macro };
  const around = new Map<Frame, Span>();
  for (const each of framesOf(first)) {
    const { from = 0 } = spotIn(first, each) ?? {};
    around.set(each, { from, to: spotIn(last, each)?.to ?? from });
  }
  const expandedArgs = args.map((arg) => expand(reader, arg, within));
  const params = new Map(macro.params?.map((name, index) => [name, expandedArgs[index] ?? []]));
  return joinPasted(
    macro.body.flatMap((token): SeenToken[] => {
      const arg = token.kind === 'word' ? params.get(token.text) : undefined;
      if (!arg) return [{ ...seen(token, frame), others: around }];
      countTokens(reader, arg.length);
      return arg.map((each) => ({
        ...each,
        others: new Map([...around, ...each.others, [frame, token]]),
      }));
    }),
  );
}

/** Joins what `##` is between. */
function joinPasted(tokens: readonly SeenToken[]): SeenToken[] {
  const joined: SeenToken[] = [];
  let isPasting = false;
  for (const token of tokens) {
    const before = joined.at(-1);
    if (token.text === '##') isPasting = before !== undefined;
    else if (isPasting && before) {
      joined[joined.length - 1] = { ...before, text: before.text + token.text };
      isPasting = false;
    } else joined.push(token);
  }
  return joined;
}
