import type { EditorView } from '@codemirror/view';
import { isReservedWord } from '#ui/editor/grammars/slang.ts';
import type { Meaning } from './meaning.ts';
import { keyOf, type NamePlace, wordStarts } from './projectText.ts';
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
  const places = placesOfWord(at);
  if (places.length < 2) return [];
  // With one text, what another file declares has a built-in meaning, which is as good here.
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

function sameMeaning(one: Meaning, other: Meaning | undefined): boolean {
  if (one.kind === 'symbol') return other?.kind === 'symbol' && keyOf(one) === keyOf(other);
  if (one.kind !== 'built-in' || other?.kind !== 'built-in') return false;
  const { line, character } = one.position;
  return (
    one.uri === other.uri && line === other.position.line && character === other.position.character
  );
}

/** The places of the same word, at most {@link MOST} around the cursor. */
function placesOfWord({ file, from, to }: NamePlace): readonly NamePlace[] {
  const all = wordStarts(file.doc.toString(), file.doc.sliceString(from, to));
  const index = all.indexOf(from);
  const start = Math.max(Math.min(index - MOST / 2, all.length - MOST), 0);
  const shown = all.slice(start, start + MOST);
  return shown.map((each) => ({ file, from: each, to: each + to - from }));
}
