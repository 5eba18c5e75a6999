import type { TextChange } from '#core/project/edits.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { type CodeToken, readCodeTokens, sameToken } from './codeTokens.ts';

const REFUSED =
  'The formatter would change more than white space here, so nothing was changed. Format smaller parts, or mend the errors first.';

/**
 * The changes of white space that make the formatted text of the original, or a refusal if anything else
 * differs.
 *
 * @param isWanted whether to change what is between two offsets of the original
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
 * What the formatter takes for C# but Slang's authors write as they like: the space before a colon
 * (`id : SV_DispatchThreadID`), and attributes in the line of what they belong to.
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
