import { afterClosing, type Span, type Token } from '#core/source/tokens.ts';

/** A declaration, a member or a statement, with those in its braces. */
export interface Item extends Span {
  /** Indices of its tokens. */
  readonly start: number;
  readonly end: number;
  /** What is between a pair of its braces. */
  readonly blocks: readonly Block[];
}

export interface Block {
  /** Indices of the tokens between the braces. */
  readonly start: number;
  readonly end: number;
  readonly items: readonly Item[];
}

/** Deeper ones are left as they are: nobody writes them, and the stack is finite. */
const MAX_DEPTH = 64;

/**
 * Splits tokens into declarations or statements by their semicolons and braces. Every text is accepted;
 * if it is not Slang, the parts are only less useful.
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
        const close = afterClosing(tokens, open, end);
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
  // A semicolon behind the braces belongs to them.
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

/** The outermost braces in parentheses: lambdas. */
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

/** Whether an item ends behind the braces before `at`. */
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
