import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import type { TextChange } from '#core/project/edits.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { chosen } from '#engine/storage/settings.ts';
import {
  createWorkerClient,
  type LinkEvents,
  linkWorker,
  type OpenLink,
} from '#engine/worker/workerClient.ts';
import { showNote } from '#ui/editor/note.ts';
import type { FormatMethods, LineRange } from './protocol.ts';
import { clangFormatStyle, type FormatStyle } from './style.ts';

/** A piece of a text other than white space, in UTF-16 offsets. */
interface CodeToken {
  readonly kind: 'comment' | 'string' | 'directive' | 'name' | 'end of directive' | 'other';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Every token of a text, comments and directives included. Unlike the lints' tokenizer, it
 * distinguishes `--` from `- -`, so texts with equal tokens mean the same.
 */
export function readCodeTokens(text: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  let isLineStart = true;
  let inDirective = false;
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [piece = '', space, comment, string, name] = TOKEN.exec(text) ?? [];
    const to = at + Math.max(piece.length, 1);
    if (space !== undefined) {
      const isLineEnd = /(?<!\\\r?)\n/.test(space);
      if (isLineEnd && inDirective) {
        tokens.push({ kind: 'end of directive', text: '', from: at, to: at });
        inDirective = false;
      }
      isLineStart ||= isLineEnd;
    } else {
      const isHash: boolean = text[at] === '#' && isLineStart;
      inDirective ||= isHash;
      const kind: CodeToken['kind'] =
        isHash || (inDirective && opensParameters(text, tokens, at))
          ? 'directive'
          : comment !== undefined
            ? 'comment'
            : string !== undefined
              ? 'string'
              : name !== undefined
                ? 'name'
                : 'other';
      tokens.push({ kind, text: text.slice(at, to), from: at, to });
      // A directive may follow a comment.
      isLineStart = isLineStart && kind === 'comment';
    }
    at = to;
  }
  return tokens;
}

/**
 * Whether the token is the parenthesis in `#define f(x)`; in `#define f (x)` it opens no
 * parameters.
 */
function opensParameters(text: string, tokens: readonly CodeToken[], at: number): boolean {
  const [hash, define, name] = tokens.slice(-3);
  return text[at] === '(' && hash?.text === '#' && define?.text === 'define' && name?.to === at;
}

const TOKEN = new RegExp(
  [
    /((?:\s|\\\r?\n)+)/,
    /(\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$))/,
    /(R"(?:[^\s()\\"]{0,16})\([\s\S]*?(?:\)[^\s()\\"]{0,16}"|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)/,
    /([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/,
    /\.?\d(?:[eEpP][+-]|[\w.])*/,
    // Not `>>`, which may be two brackets.
    /<<=|<=>|\.\.\.|->|::|=>|&&|\|\||\+\+|--|<<|##|[-+*/%&|^=!<>]=/,
    /[\s\S]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

/** Whether two tokens mean the same; white space at line ends in comments does not count. */
function sameToken(one: CodeToken | undefined, other: CodeToken | undefined): boolean {
  if (one?.kind !== other?.kind) return false;
  if (one?.text === other?.text) return true;
  if (one?.kind !== 'comment' || !other) return false;
  return withoutMargins(one.text) === withoutMargins(other.text);
}

function withoutMargins(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

const REFUSED =
  'The formatter would change more than white space here, so nothing was changed. Format smaller parts, or fix the errors first.';

/**
 * The white-space changes that turn the original into the formatted text. Fails if anything else
 * differs.
 *
 * @param isWanted whether to change the text between two offsets of the original
 */
export function formatChanges(
  original: string,
  formatted: string,
  isWanted: (from: number, to: number) => boolean = () => true,
): Result<readonly TextChange[]> {
  const before = readCodeTokens(original);
  const after = readCodeTokens(formatted);
  if (before.length !== after.length) return fail(REFUSED);
  const changes: TextChange[] = [];
  for (let index = 0; index <= before.length; index += 1) {
    const one = before[index];
    const other = after[index];
    if (!sameToken(one, other)) return fail(REFUSED);
    const from = before[index - 1]?.to ?? 0;
    const to = one?.from ?? original.length;
    const space = original.slice(from, to);
    const insert = formatted.slice(after[index - 1]?.to ?? 0, other?.from ?? formatted.length);
    const isKept = space === insert || staysAsWritten(before[index - 1], one, space, insert);
    if (!isKept && isWanted(from, to)) changes.push({ from, to, insert });
    if (one && other && one.text !== other.text && isWanted(one.from, one.to)) {
      changes.push({ from: one.from, to: one.to, insert: other.text });
    }
  }
  return ok(changes);
}

/**
 * Whether to keep the author's spacing where the formatter applies C# rules that Slang lacks:
 * before a colon (`id : SV_DispatchThreadID`), and between an attribute and its declaration on the
 * same line.
 */
function staysAsWritten(
  before: CodeToken | undefined,
  after: CodeToken | undefined,
  old: string,
  space: string,
): boolean {
  if (after?.text === ':') return !old.includes('\n') && !space.includes('\n');
  const isBehindAttribute = before?.text === ']' && (after?.kind === 'name' || after?.text === '[');
  return isBehindAttribute && !old.includes('\n') && space.includes('\n');
}

/** Loading takes seconds over a slow network; formatting takes milliseconds. */
const LIMIT = { milliseconds: 60_000, reason: 'The formatter did not respond for a minute.' };

export function createFormatter(open: OpenLink<FormatMethods> = openFormatWorker) {
  const worker = createWorkerClient<FormatMethods>({ open, limit: LIMIT });
  return {
    async format(
      text: string,
      style: FormatStyle,
      lines: LineRange | null,
    ): Promise<Result<string>> {
      try {
        return ok(await worker.ask('format', { text, style: clangFormatStyle(style), lines }));
      } catch (thrown) {
        const reason = messageOf(thrown);
        // The next use loads the formatter again.
        worker.close(reason);
        return fail(asSentence(reason));
      }
    },
  };
}

/** Adds the period that some browsers leave out. */
function asSentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function openFormatWorker(events: LinkEvents<FormatMethods>) {
  const worker = new Worker(new URL('./formatWorker.ts', import.meta.url), {
    type: 'module',
    name: 'formatter',
  });
  return linkWorker(worker, events);
}

const formatter = createFormatter();

/** In characters; longer texts take seconds. */
const LONGEST = 1_000_000;

const busy = new WeakSet<EditorView>();

export function formatFile(view: EditorView): Promise<void> {
  return once(view, () => format(view, { onlySelection: false, tellsOfNothing: true }));
}

/** Like {@link formatFile}, but without a note if the text is formatted already. */
export function formatBeforeRun(view: EditorView): Promise<void> {
  return once(view, () => format(view, { onlySelection: false, tellsOfNothing: false }));
}

/** Formats the selected lines, or the cursor's line. */
export function formatSelection(view: EditorView): Promise<void> {
  return once(view, () => format(view, { onlySelection: true, tellsOfNothing: true }));
}

/** Ignores a second press while the first is still formatting. */
async function once(view: EditorView, act: () => Promise<void>): Promise<void> {
  if (busy.has(view)) return;
  busy.add(view);
  try {
    await act();
  } finally {
    busy.delete(view);
  }
}

interface FormatOptions {
  readonly onlySelection: boolean;
  /** Whether to show a note if the text is formatted already. */
  readonly tellsOfNothing: boolean;
}

async function format(
  view: EditorView,
  { onlySelection, tellsOfNothing }: FormatOptions,
): Promise<void> {
  const { doc, selection } = view.state;
  if (doc.length > LONGEST) {
    return showNote(
      view,
      'This file is longer than a million characters. Format parts of it elsewhere.',
    );
  }
  const first = doc.lineAt(selection.main.from);
  const last = doc.lineAt(selection.main.to);
  const text = doc.toString();
  const formatted = await formatter.format(
    text,
    { width: chosen('formatWidth'), braces: chosen('formatBraces') },
    onlySelection ? { from: first.number, to: last.number } : null,
  );
  if (!formatted.ok) {
    const reason = formatted.error;
    return showNote(
      view,
      `The formatter could not be used: ${reason} Check your connection, then try again.`,
    );
  }
  if (view.state.doc !== doc) {
    return showNote(
      view,
      'The text has changed in the meantime, so it was not formatted. Try again.',
    );
  }
  const isWanted = (from: number, to: number) => to >= first.from && from <= last.to;
  const changes = formatChanges(text, formatted.value, onlySelection ? isWanted : undefined);
  if (!changes.ok) return showNote(view, changes.error);
  if (changes.value.length === 0) {
    return tellsOfNothing ? showNote(view, 'This is already formatted.') : undefined;
  }
  view.dispatch({
    changes: changes.value,
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    userEvent: 'input.format',
  });
}
