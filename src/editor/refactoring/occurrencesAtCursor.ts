import type { EditorView } from '@codemirror/view';
import { isReservedWord } from '#editor/grammars/slang.ts';
import { keyOf, type NamePlace, type ProjectText } from './projectText.ts';
import { meaningsOfSession, nameAtCursor, openSession } from './session.ts';

/** In a file with more places, only those around the cursor are marked. */
const MOST = 200;

/** Questions before the server may answer others. */
const AT_ONCE = 4;

/**
 * The places of the symbol at the cursor in its file; none if it has only one, null if the text has
 * changed meanwhile.
 */
export async function occurrencesAtCursor(
  view: EditorView,
  signal: AbortSignal,
): Promise<readonly NamePlace[] | null> {
  const session = openSession(view);
  const at = session && nameAtCursor(session);
  if (!session || !at) return [];
  // Marks of every `float` would say nothing.
  if (isReservedWord(at.file.doc.sliceString(at.from, at.to))) return [];
  const places = samesAround(at);
  if (places.length < 2) return [];
  const meanings = meaningsOfSession({ ...session, texts: [at.file] });
  const found: NamePlace[] = [];
  try {
    const own = await meanings.of(at);
    if (own.kind !== 'symbol' && own.kind !== 'built-in') return [];
    for (let next = 0; next < places.length; next += AT_ONCE) {
      if (signal.aborted) return null;
      const some = places.slice(next, next + AT_ONCE);
      const answers = await Promise.all(some.map((place) => meanings.of(place)));
      found.push(...some.filter((_, index) => sameMeaning(own, answers[index])));
    }
  } finally {
    meanings.dispose();
  }
  if (view.state.doc !== at.file.doc) return null;
  return found.length > 1 ? found : [];
}

type Meaning = Awaited<ReturnType<ReturnType<typeof meaningsOfSession>['of']>>;

function sameMeaning(one: Meaning, other: Meaning | undefined): boolean {
  if (one.kind === 'symbol') return other?.kind === 'symbol' && keyOf(one) === keyOf(other);
  if (one.kind !== 'built-in' || other?.kind !== 'built-in') return false;
  const { line, character } = one.position;
  return (
    one.uri === other.uri && line === other.position.line && character === other.position.character
  );
}

/** The words of the same name, at most {@link MOST} around the cursor. */
function samesAround({ file, from, to }: NamePlace): readonly NamePlace[] {
  const all = wordsOf(file, file.doc.sliceString(from, to));
  const index = all.findIndex((place) => place.from === from);
  const start = Math.max(Math.min(index - MOST / 2, all.length - MOST), 0);
  return all.slice(start, start + MOST);
}

function wordsOf(file: ProjectText, name: string): readonly NamePlace[] {
  const word = new RegExp(`(?<![\\w\\u0080-\\uffff])${name}(?![\\w\\u0080-\\uffff])`, 'g');
  return [...file.doc.toString().matchAll(word)].map(({ index }) => ({
    file,
    from: index,
    to: index + name.length,
  }));
}
