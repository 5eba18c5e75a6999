import { readSource, withMembers } from '#core/source/declarations.ts';
import {
  afterAngles,
  afterClosing,
  type Element,
  elementsBetween,
  readTokens,
  type Span,
  type Token,
} from '#core/source/tokens.ts';
import { applyEdits, type Change, type Reduction, removal, tidy } from './change.ts';

/** A declaration, a member or a statement, with the items in its braces. */
interface Item extends Span {
  /** Token indices. */
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly Block[];
}

interface Block {
  /** Token indices between the braces. */
  readonly start: number;
  readonly end: number;
  readonly items: readonly Item[];
}

/** Deeper items stay unchanged: nobody writes them, and the stack is finite. */
const MAX_DEPTH = 64;

/**
 * Splits tokens into declarations or statements at semicolons and braces. Accepts any text; if it
 * is not Slang, the parts are only less useful.
 */
export function readItems(
  tokens: readonly Token[],
  start = 0,
  end = tokens.length,
  depth = 0,
): Item[] {
  const items: Item[] = [];
  for (let at = start; at < end; ) {
    const item = readItem(tokens, at, end, depth);
    items.push(item);
    at = item.end;
  }
  return items;
}

function readItem(tokens: readonly Token[], start: number, end: number, depth: number): Item {
  const blocks: Block[] = [];
  let isValue = false;
  let at = start;
  while (at < end) {
    const text = tokens[at]?.text ?? '';
    if (text === ';') {
      at += 1;
      break;
    }
    if (text === '}') {
      at += 1;
      break;
    }
    if (text === '=' || text === 'return') isValue = true;
    const after = afterClosing(tokens, at, end);
    if (text === '{' || text === '(') {
      const inner = text === '{' ? [at] : openBraces(tokens, at, after);
      for (const open of inner) {
        const close = afterClosing(tokens, open, after);
        const [first, last] = [open + 1, Math.max(open + 1, close - 1)];
        const isDeep = depth >= MAX_DEPTH;
        blocks.push({
          start: first,
          end: last,
          items: isDeep ? [] : readItems(tokens, first, last, depth + 1),
        });
      }
    }
    at = after;
    if (text === '{' && !isValue && isOver(tokens, at, start)) break;
  }
  // A semicolon after the braces belongs to them.
  if (tokens[at - 1]?.text === '}' && at < end && tokens[at]?.text === ';') at += 1;
  const finish = Math.max(at, start + 1);
  return {
    start,
    end: finish,
    from: tokens[start]?.from ?? 0,
    to: tokens[finish - 1]?.to ?? 0,
    blocks,
  };
}

/** The outermost braces in parentheses, as in lambdas. */
function openBraces(tokens: readonly Token[], from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = from; at < to; ) {
    if (tokens[at]?.text === '{') {
      found.push(at);
      at = afterClosing(tokens, at, to);
    } else at += 1;
  }
  return found;
}

/** Whether an item ends after the braces before `at`. */
function isOver(tokens: readonly Token[], at: number, start: number): boolean {
  const next = tokens[at]?.text;
  if (next === 'else') return false;
  return !(next === 'while' && tokens[start]?.text === 'do');
}

/** The items at each depth, outermost first. */
export function itemLevels(items: readonly Item[]): Item[][] {
  const levels: Item[][] = [];
  let level = [...items];
  while (level.length > 0) {
    levels.push(level);
    level = level.flatMap(({ blocks }) => blocks.flatMap((block) => block.items));
  }
  return levels;
}

/** Tokens that end an expression at its own depth. */
const END = /^(?:[;,{}?:)\]=]|return)$/;
/** Tokens before an expression. */
const START = /^(?:[=(,[?:{]|return)$/;
const OPERATOR = /^(?:[-+*/%&|^<>=]|::)$/;
/** Maximum number of operands to try in a long sum, from its start. */
const MAX_OPERANDS = 16;

type Range = readonly [start: number, end: number];

/**
 * Replaces expressions with simpler ones: 0, an operand or an argument of a call; longest first.
 */
export function findExpressions(text: string): Change[] {
  const tokens = readTokens(text);
  const changes: { readonly saved: number; readonly change: Change }[] = [];
  const replace = ([start, end]: Range, insert: string) => {
    const [first, last] = [tokens[start], tokens[end - 1]];
    if (!first || !last || start >= end) return;
    const saved = last.to - first.from - insert.length;
    if (saved > 0) changes.push({ saved, change: [{ from: first.from, to: last.to, insert }] });
  };
  const textOf = ([start, end]: Range) =>
    start < end ? text.slice(tokens[start]?.from, tokens[end - 1]?.to) : '';
  for (const range of expressionsIn(tokens)) {
    for (const value of ['0', '{}']) replace(range, value);
    for (const operand of operandsOf(tokens, range)) replace(range, textOf(operand));
  }
  tokens.forEach(({ text: symbol }, open) => {
    if (symbol !== '(' && symbol !== '[') return;
    const after = afterClosing(tokens, open);
    const start = tokens[open - 1]?.kind === 'word' ? open - 1 : open;
    // `f(a, b)` becomes `a` or `b`, `(a)` becomes `a`, `a[i]` and `a.f(b)` become `a`.
    for (const inner of innerOf(tokens, open, after)) replace([start, after], textOf(inner));
    if (start < open) replace([open, after], '');
    if (tokens[start - 1]?.text === '.') replace([start - 1, after], '');
  });
  tokens.forEach(({ text: symbol }, at) => {
    if (symbol === '.') replace([at, at + 2], '');
  });
  return changes.sort((one, other) => other.saved - one.saved).map(({ change }) => change);
}

function expressionsIn(tokens: readonly Token[]): Range[] {
  return tokens.flatMap((_, start): Range[] => {
    if (!START.test(tokens[start - 1]?.text ?? '')) return [];
    let end = start;
    while (end < tokens.length && !END.test(tokens[end]?.text ?? '')) {
      end = afterClosing(tokens, end);
    }
    return end > start ? [[start, end]] : [];
  });
}

function operandsOf(tokens: readonly Token[], [start, end]: Range): Range[] {
  const operands: Range[] = [];
  let first = start;
  for (let at = start; at < end; at = afterClosing(tokens, at, end)) {
    if (!OPERATOR.test(tokens[at]?.text ?? '')) continue;
    if (at > first) operands.push([first, at]);
    first = at + 1;
  }
  if (operands.length === 0 || operands.length > MAX_OPERANDS)
    return operands.slice(0, MAX_OPERANDS);
  return first < end ? [...operands, [first, end]] : operands;
}

/** The arguments between the brackets, and the arguments of calls among them. */
function innerOf(tokens: readonly Token[], open: number, after: number): Range[] {
  return elementsBetween(tokens, open + 1, after - 1).flatMap(({ start, end }): Range[] => {
    const call = tokens[start + 1]?.text === '(' && afterClosing(tokens, start + 1) === end;
    const own: Range = [start, end];
    return call
      ? [
          own,
          ...elementsBetween(tokens, start + 2, end - 1).map(
            (each): Range => [each.start, each.end],
          ),
        ]
      : [own];
  });
}

/** Replaces a statement with the contents of its braces: `if (…) { a; }` becomes `a;`. */
function findWrappers(text: string): Change[] {
  const tokens = readTokens(text);
  return allItems(tokens).flatMap((item) =>
    item.blocks.map(({ start, end }) => {
      const [first, last] = [tokens[start], tokens[end - 1]];
      const insert = first && last && start < end ? text.slice(first.from, last.to) : '';
      return [{ from: item.from, to: item.to, insert }];
    }),
  );
}

/** The attributes and modifiers before a declaration or a statement. */
function findAttributes(text: string): Change[] {
  const tokens = readTokens(text);
  return allItems(tokens).flatMap(({ start, end }) => {
    const changes: Change[] = [];
    for (let at = start; at < end; ) {
      const token = tokens[at];
      if (!token) break;
      const next = token.text === '[' ? afterClosing(tokens, at, end) : at + 1;
      if (token.text !== '[' && !MODIFIERS.has(token.text)) break;
      changes.push([removal({ from: token.from, to: tokens[next - 1]?.to ?? token.to })]);
      at = next;
    }
    return changes;
  });
}

const MODIFIERS: ReadonlySet<string> = new Set(
  'public internal private export static const uniform inline groupshared in inout out precise'.split(
    ' ',
  ),
);

/**
 * Removes the end of an item: an initial value, a semantic or a list of interfaces. Also removes an
 * `else` branch.
 */
function findTails(text: string): Change[] {
  const tokens = readTokens(text);
  return allItems(tokens).flatMap((item) => [
    ...tailsOf(tokens, item),
    ...branchesOf(tokens, item),
  ]);
}

function tailsOf(tokens: readonly Token[], { start, end }: Item): Change[] {
  const changes: Change[] = [];
  let stop = start;
  while (stop < end && !/^[;{}]$/.test(tokens[stop]?.text ?? '')) {
    stop = afterClosing(tokens, stop, end);
  }
  for (let at = start + 1; at < stop; at = afterClosing(tokens, at, stop)) {
    const token = tokens[at];
    const last = tokens[stop - 1];
    if (token && last && /^(?:=|:|where)$/.test(token.text)) {
      changes.push([removal({ from: token.from, to: last.to })]);
    }
  }
  return changes;
}

function branchesOf(tokens: readonly Token[], { start, end, to }: Item): Change[] {
  for (let at = start; at < end; at = afterClosing(tokens, at, end)) {
    const token = tokens[at];
    if (at > start && token?.text === 'else') return [[removal({ from: token.from, to })]];
  }
  return [];
}

function allItems(tokens: readonly Token[]): Item[] {
  return itemLevels(readItems(tokens)).flat();
}

/** Smaller parts, which are tried once no larger one can be left out. */
const SMALLER: readonly ((text: string) => readonly Change[])[] = [
  findDirectives,
  findWrappers,
  findAttributes,
  findParameters,
  findListElements,
  findTails,
  findExpressions,
  findLines,
];

/**
 * Makes a source as small as possible while the fault remains: the largest parts first, then
 * smaller ones, until nothing helps. After that, no single declaration or statement can be left
 * out.
 */
export function* reduceText(text: string): Reduction<string> {
  let best = yield* sweep(text, findComments(text));
  for (;;) {
    const before = best;
    best = yield* reduceItems(best);
    for (const find of SMALLER) {
      best = yield* sweep(best, find(best));
      // Items with fewer uses may now be left out whole.
      if (best.length < SHRUNK * before.length) break;
    }
    if (best === before) return yield* tidyUp(best);
  }
}

/** The next round begins once less than this fraction of the text is left. */
const SHRUNK = 0.8;

/** Leaves out items: those of the file, then those in their braces, and so on. */
function* reduceItems(text: string): Reduction<string> {
  let best = text;
  for (let depth = 0; ; depth += 1) {
    const level = itemLevels(readItems(readTokens(best)))[depth];
    if (!level) return best;
    best = yield* sweep(
      best,
      level.map((item) => [removal(item)]),
    );
  }
}

/** Tidies the text, if that keeps the fault. */
function* tidyUp(text: string): Reduction<string> {
  const tidied = tidy(text);
  return tidied !== text && (yield tidied) ? tidied : text;
}

/**
 * Makes as many of the changes as possible: all at once, then halves, quarters and so on. Each pass
 * goes from last to first, because later parts use earlier ones. Of changes to the same part, only
 * one is made.
 */
function* sweep(text: string, changes: readonly Change[]): Reduction<string> {
  const made: Change[] = [];
  let left = [...changes];
  let size = left.length;
  let best = text;
  while (size >= 1) {
    for (let end = left.length; end > 0; end -= size) {
      const start = Math.max(0, end - size);
      const chosen = left.slice(start, end);
      const candidate = applyEdits(text, [...made, ...chosen].flat());
      if (candidate === best) continue;
      if (yield candidate) {
        best = candidate;
        made.push(...chosen);
        left = [...left.slice(0, start), ...left.slice(end)];
      }
    }
    size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return best;
}

/** Comments outside of directives. */
function findComments(text: string): Change[] {
  const changes: Change[] = [];
  let at = 0;
  const gap = (to: number) => {
    const between = text.slice(at, to);
    if (!between.includes('#')) {
      for (const { index, 0: found } of between.matchAll(COMMENT)) {
        changes.push([{ from: at + index, to: at + index + found.length, insert: ' ' }]);
      }
    }
  };
  for (const { from, to } of readTokens(text)) {
    gap(from);
    at = to;
  }
  gap(text.length);
  return changes;
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Directives with their continuation lines. */
function findDirectives(text: string): Change[] {
  const changes: Change[] = [];
  readTokens(text, (directive) => changes.push([removal(directive)]));
  return changes;
}

/** Whole lines: covers text without tokens, such as an inactive branch. */
function findLines(text: string): Change[] {
  return [...text.matchAll(/[^\n]+\n?|\n/g)].map(({ index, 0: line }) => [
    { from: index, to: index + line.length, insert: '' },
  ]);
}

/**
 * The parameters of functions with their arguments in all calls, and generic parameters likewise.
 * All overloads of a name lose the same parameter, if they have it.
 */
export function findParameters(text: string): Change[] {
  const tokens = readTokens(text);
  const names = new Set(withMembers(readSource(text).declarations).map(({ name }) => name));
  return [...names].flatMap((name) => [
    ...changesOf(tokens, (at) => callAt(tokens, at, name)),
    ...changesOf(tokens, (at) => genericAt(tokens, at, name)),
  ]);
}

function changesOf(tokens: readonly Token[], find: (at: number) => Element | null): Change[] {
  const lists = tokens.flatMap((_, at) => {
    const found = find(at);
    return found ? [elementsBetween(tokens, found.start, found.end)] : [];
  });
  const most = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) =>
    lists.flatMap((elements) => [...elementRemoval(tokens, elements, index)]),
  ).filter((change) => change.length > 0);
}

/** The contents of the parentheses after the name, with or without generic arguments. */
function callAt(tokens: readonly Token[], at: number, name: string): Element | null {
  if (tokens[at]?.text !== name) return null;
  const open = tokens[at + 1]?.text === '<' ? afterAngles(tokens, at + 1) : at + 1;
  if (tokens[open]?.text !== '(') return null;
  return { start: open + 1, end: afterClosing(tokens, open) - 1 };
}

/** The contents of the angle brackets after the name. */
function genericAt(tokens: readonly Token[], at: number, name: string): Element | null {
  if (tokens[at]?.text !== name || tokens[at + 1]?.text !== '<') return null;
  const close = afterAngles(tokens, at + 1);
  return close === at + 1 ? null : { start: at + 2, end: close - 1 };
}

/** Removes an element and its comma. */
function elementRemoval(
  tokens: readonly Token[],
  elements: readonly Element[],
  index: number,
): Change {
  const element = elements[index];
  const next = elements[index + 1];
  const before = elements[index - 1];
  const first = element && tokens[element.start];
  const last = element && tokens[element.end - 1];
  if (!element || !first || !last || element.start >= element.end) return [];
  if (next) return [removal({ from: first.from, to: tokens[next.start]?.from ?? last.to })];
  return [
    removal({ from: before ? (tokens[before.end]?.from ?? first.from) : first.from, to: last.to }),
  ];
}

/** Each element of each list: arguments, cases, attributes, initial values, interfaces. */
function findListElements(text: string): Change[] {
  const tokens = readTokens(text);
  const changes: Change[] = [];
  tokens.forEach((token, open) => {
    if (token.kind !== 'symbol' || !/^[([{]$/.test(token.text)) return;
    const elements = elementsBetween(tokens, open + 1, afterClosing(tokens, open) - 1);
    changes.push(...elements.map((_, index) => elementRemoval(tokens, elements, index)));
  });
  return changes.filter((change) => change.length > 0);
}
