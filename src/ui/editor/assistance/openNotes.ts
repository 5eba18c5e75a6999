import type { Dispose } from '#core/util/disposer.ts';
import { type NotedList, symbolNotes } from '#ui/editor/symbolNotes.ts';
import type { OutlineEntry } from './symbolList.ts';

interface OpenNotes {
  /** The entries with an element for each feature. */
  readonly noted: readonly OutlineEntry[];
  /** Elements below the list. */
  readonly feet: readonly HTMLElement[];
  readonly dispose: Dispose;
}

/** LSP's numbers of methods, properties, constructors and functions. */
const WITH_CODE = new Set([6, 7, 9, 12]);

/** Gives each feature that adds notes its elements in a new list. */
export function openNotes(entries: readonly OutlineEntry[]): OpenNotes {
  const paths = pathsOf(entries);
  const lists = symbolNotes().map((notes) => {
    const list: NotedList = {
      symbols: entries.map(({ kind }, index) => ({
        path: paths[index] ?? [],
        hasCode: WITH_CODE.has(kind),
        place: document.createElement('span'),
      })),
      foot: document.createElement('footer'),
    };
    return { list, close: notes(list) };
  });
  return {
    noted: entries.map((entry, index) => ({
      ...entry,
      notes: lists.flatMap(({ list }) => list.symbols[index]?.place ?? []),
    })),
    feet: lists.map(({ list }) => list.foot),
    dispose() {
      for (const { close } of lists) close();
    },
  };
}

/** For each entry, the names of those that enclose it, outermost first, and its own. */
export function pathsOf(entries: readonly Pick<OutlineEntry, 'name' | 'depth'>[]): string[][] {
  const open: string[] = [];
  return entries.map(({ name, depth }) => {
    open.length = Math.min(open.length, depth);
    open.push(name);
    return [...open];
  });
}
