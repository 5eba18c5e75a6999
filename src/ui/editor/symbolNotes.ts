import type { Dispose } from '#core/util/disposer.ts';

/** A symbol in the list of a file's symbols. */
interface NotedSymbol {
  /** Names of the enclosing symbols, outermost first, and its own. */
  readonly path: readonly string[];
  /** Whether it has code of its own: a function, method, constructor or property. */
  readonly hasCode: boolean;
  /** An empty element beside its name, for one feature. */
  readonly place: HTMLElement;
}

/** A list of symbols that is shown. */
export interface NotedList {
  readonly symbols: readonly NotedSymbol[];
  /** An empty element below the list, for one feature. */
  readonly foot: HTMLElement;
}

/** Puts something beside the symbols of a list, at once or later, until the list closes. */
type SymbolNotes = (list: NotedList) => Dispose;

const added = new Set<SymbolNotes>();

/** Each list of the file's symbols that opens from now on gets these notes. */
export function addSymbolNotes(notes: SymbolNotes): Dispose {
  added.add(notes);
  return () => {
    added.delete(notes);
  };
}

/** The notes of all features. */
export function symbolNotes(): readonly SymbolNotes[] {
  return [...added];
}
