import type { Dispose } from '#core/util/disposer.ts';

interface NotedSymbol {
  /** The names of the enclosing symbols, outermost first, followed by its own name. */
  readonly path: readonly string[];
  /** Whether the symbol is a function, method, constructor or property. */
  readonly hasCode: boolean;
  /** An empty element beside the name, for one feature. */
  readonly place: HTMLElement;
}

export interface NotedList {
  readonly symbols: readonly NotedSymbol[];
  /** An empty element below the list, for one feature. */
  readonly foot: HTMLElement;
}

/**
 * Adds notes to the symbols of a list, at once or later. The returned function is called when the
 * list closes.
 */
type SymbolNotes = (list: NotedList) => Dispose;

const added = new Set<SymbolNotes>();

/** Adds notes to each list of the file's symbols that opens from now on. */
export function addSymbolNotes(notes: SymbolNotes): Dispose {
  added.add(notes);
  return () => {
    added.delete(notes);
  };
}

export function symbolNotes(): readonly SymbolNotes[] {
  return [...added];
}
