import { evaluateCondition } from '#core/source/conditions.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { type DirectiveLine, readGlsl, readTokens, type Span, type Token } from './tokens.ts';

export interface Macro {
  readonly name: string;
  readonly directive: DirectiveLine;
  /** Null for an object-like macro. */
  readonly params: readonly string[] | null;
  readonly body: readonly Token[];
}

/** The source, or one use of a macro; the text of a use is the macro’s body. */
export interface Frame {
  readonly macro: Macro | null;
  /** Places of the use in the frames that contain it. */
  readonly around: Places | null;
}

/** A token after preprocessing. */
export interface SeenToken {
  readonly kind: Token['kind'] | 'end';
  readonly text: string;
  /** The frame that contains its text, at `span`. */
  readonly home: Frame;
  readonly span: Span;
  /**
   * Its place in each other frame that it passes through: the parameter or macro use it comes from.
   */
  readonly others: Places | null;
  /** `##` made it, so no text contains it. */
  readonly isPasted?: boolean;
}

/** A linked list that tokens share, so that nested macro uses cost the same at each depth. */
export interface Places {
  readonly frame: Frame;
  readonly span: Span;
  readonly next: Places | null;
}

/** Where a token is in a frame; undefined if it does not pass through that frame. */
export function spotIn({ home, span, others }: SeenToken, frame: Frame): Span | undefined {
  return frame === home ? span : placeIn(others, frame);
}

/** Where a macro use is in another frame; undefined if it is not in that frame. */
export function spanOfUse({ around }: Frame, frame: Frame): Span | undefined {
  return placeIn(around, frame);
}

function placeIn(places: Places | null, frame: Frame): Span | undefined {
  for (let place = places; place; place = place.next) if (place.frame === frame) return place.span;
  return undefined;
}

export function framesOf({ home, others }: SeenToken): readonly Frame[] {
  const frames = [home];
  for (let place = others; place; place = place.next) frames.push(place.frame);
  return frames;
}

export interface Preprocessed {
  readonly root: Frame;
  readonly tokens: readonly SeenToken[];
  readonly macros: readonly Macro[];
  /** Words in inactive code and in bodies of unused macros. */
  readonly unseen: readonly Token[];
  /** Directives that Slang does not support. */
  readonly refused: readonly DirectiveLine[];
  /** Macro uses in the source, with their expansions. */
  readonly uses: readonly MacroUse[];
}

interface MacroUse extends Span {
  readonly macro: Macro;
  readonly tokens: readonly SeenToken[];
}

/** Maximum tokens after expansion, since nested macros multiply. */
const MOST_TOKENS = 200_000;

/** Maximum tokens in macro arguments plus their recorded places. Both grow with each nested use. */
const MOST_PLACES = 1_000_000;

/** The preprocessor refuses the source. The message is a sentence. */
class Refused extends Error {}

interface Reader {
  readonly text: string;
  readonly root: Frame;
  readonly table: Map<string, Macro>;
  readonly macros: Macro[];
  readonly uses: MacroUse[];
  readonly used: Set<Macro>;
  count: number;
  places: number;
}

/** The macros being expanded, innermost first. */
interface Within {
  readonly macro: Macro;
  readonly outer: Within | null;
}

/** Preprocesses like GLSL, and records where each token comes from. */
export function preprocess(text: string): Result<Preprocessed> {
  const root: Frame = { macro: null, around: null };
  const reader: Reader = {
    ...{ text, root, table: new Map(), macros: [], uses: [], used: new Set(), count: 0, places: 0 },
  };
  try {
    return ok(readAll(reader));
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    return fail(thrown.message);
  }
}

function readAll(reader: Reader): Preprocessed {
  const { text, root } = reader;
  const tokens: SeenToken[] = [];
  const unseen: Token[] = [];
  const refused: DirectiveLine[] = [];
  const open: OpenCondition[] = [];
  let run: SeenToken[] = [];
  const flush = () => {
    for (const token of expand(reader, run, null)) tokens.push(token);
    run = [];
  };
  const isActive = () => open.at(-1)?.isActive ?? true;
  for (const read of readGlsl(text)) {
    if (read.kind !== 'directive') {
      if (isActive()) run.push({ ...seen(read, root), others: null });
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

/** An `#if` whose `#endif` has not been read. */
interface OpenCondition {
  isActive: boolean;
  wasActive: boolean;
  /** Whether the enclosing conditions are active. */
  readonly isReached: boolean;
}

/** Handles a conditional directive; false for other directives. */
function readCondition(
  reader: Reader,
  { name, rest, from, to }: DirectiveLine,
  open: OpenCondition[],
): boolean {
  const { text, table } = reader;
  const words = readTokens(text, rest, to);
  const holds = () => {
    if (name === 'ifdef') return table.has(words[0]?.text ?? '');
    if (name === 'ifndef') return !table.has(words[0]?.text ?? '');
    const holdsSo = evaluateCondition(words, table, (more) => countTokens(reader, more));
    if (holdsSo.ok) return holdsSo.value;
    throw new Refused(`${holdsSo.error} in line ${text.slice(0, from).split('\n').length}.`);
  };
  const innermost = open.at(-1);
  switch (name) {
    case 'if':
    case 'ifdef':
    case 'ifndef': {
      const isReached = innermost?.isActive ?? true;
      const isActive = isReached && holds();
      open.push({ isActive, wasActive: isActive, isReached });
      return true;
    }
    case 'elif':
      if (innermost) {
        innermost.isActive = innermost.isReached && !innermost.wasActive && holds();
      }
      if (innermost?.isActive) innermost.wasActive = true;
      return true;
    case 'else':
      if (innermost) innermost.isActive = innermost.isReached && !innermost.wasActive;
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

function expand(reader: Reader, tokens: readonly SeenToken[], within: Within | null): SeenToken[] {
  const expanded: SeenToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    const macro = token.kind === 'word' ? reader.table.get(token.text) : undefined;
    const call = macro && !isWithin(within, macro) ? readUse(tokens, at, macro) : null;
    if (!macro || !call) {
      expanded.push(token);
      at += 1;
      countTokens(reader, 1);
      continue;
    }
    countPlaces(reader, call.end - at);
    const last = tokens[call.end - 1] ?? token;
    const made = substitute(reader, macro, token, last, call.args, within);
    const all = expand(reader, made, { macro, outer: within });
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
  if (reader.count > MOST_TOKENS) {
    throw new Refused(
      `Its macros make more than ${MOST_TOKENS.toLocaleString('en')} tokens. Use fewer macros.`,
    );
  }
}

function countPlaces(reader: Reader, more: number): void {
  reader.places += more;
  if (reader.places > MOST_PLACES) {
    throw new Refused('Its macros are too deep inside each other. Use fewer macros.');
  }
}

function isWithin(within: Within | null, macro: Macro): boolean {
  for (let each = within; each; each = each.outer) if (each.macro === macro) return true;
  return false;
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
  /** Index after its last token. */
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
  within: Within | null,
): SeenToken[] {
  const around = placesAround(reader, first, last);
  const frame: Frame = { macro, around };
  const expandedArgs = args.map((arg) => expand(reader, arg, within));
  const params = new Map(macro.params?.map((name, index) => [name, expandedArgs[index] ?? []]));
  return joinPasted(
    macro.body.flatMap((token): SeenToken[] => {
      const arg = token.kind === 'word' ? params.get(token.text) : undefined;
      if (!arg) return [{ ...seen(token, frame), others: around }];
      countTokens(reader, arg.length);
      return arg.map((each) => ({
        ...each,
        others: { frame, span: token, next: joinPlaces(reader, each, around) },
      }));
    }),
  );
}

/** Places of the use from `first` to `last`. */
function placesAround(reader: Reader, first: SeenToken, last: SeenToken): Places {
  const { home, span, others } = first;
  if (first === last) return { frame: home, span, next: others };
  const frames = framesOf(first);
  countPlaces(reader, frames.length);
  const places = frames.map((frame) => {
    const { from = 0 } = spotIn(first, frame) ?? {};
    return { frame, span: { from, to: spotIn(last, frame)?.to ?? from } };
  });
  return (
    places.reduceRight<Places | null>((next, place) => ({ ...place, next }), null) ?? {
      ...{ frame: home, span, next: null },
    }
  );
}

/** A token’s own places, followed by those of the use that has it as an argument. */
function joinPlaces(reader: Reader, { others }: SeenToken, around: Places): Places {
  const known = new Set<Frame>();
  const own: Places[] = [];
  for (let place = others; place; place = place.next) {
    known.add(place.frame);
    own.push(place);
  }
  if (own.length === 0) return around;
  const joined: Places[] = [];
  for (let place: Places | null = around; place; place = place.next) {
    if (!known.has(place.frame)) joined.push(place);
  }
  countPlaces(reader, own.length + joined.length);
  return (
    [...own, ...joined].reduceRight<Places | null>(
      (next, { frame, span }) => ({ frame, span, next }),
      null,
    ) ?? around
  );
}

/** Joins the operands of `##`. */
function joinPasted(tokens: readonly SeenToken[]): SeenToken[] {
  const joined: SeenToken[] = [];
  let isPasting = false;
  for (const token of tokens) {
    const before = joined.at(-1);
    if (token.text === '##') isPasting = before !== undefined;
    else if (isPasting && before) {
      joined[joined.length - 1] = { ...before, text: before.text + token.text, isPasted: true };
      isPasting = false;
    } else joined.push(token);
  }
  return joined;
}
