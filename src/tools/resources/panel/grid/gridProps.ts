import type { KeyboardEvent, ReactNode } from 'react';
import type { Selection } from './selection.ts';

/** What a cell shows. */
export interface CellContent {
  readonly text: string;
  /** What it was; null if it did not change. */
  readonly before: string | null;
}

/** A column besides the first, which has the row's name. */
interface ColumnHead {
  readonly key: string;
  readonly content: ReactNode;
  /** CSS pixels. */
  readonly width: number;
}

export interface DataGridProps {
  /** The accessible name. */
  readonly label: string;
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly headHeight: number;
  /** Of the first column, which stays in view. */
  readonly nameHead: { readonly text: string; readonly width: number };
  readonly columns: readonly ColumnHead[];
  readonly rowName: (row: number) => ReactNode;
  /** Null while it is not there yet. */
  readonly cell: (row: number, column: number) => CellContent | null;
  /** Shows changed values with what they were, as `before → now`. */
  readonly showsBefore: boolean;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Rows that are in view now. */
  readonly onVisible: (first: number, count: number) => void;
  /** Returns whether it used the key. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** A cell was double-clicked. */
  readonly onOpen: () => void;
  /** A field in place of the active cell; null if none is edited. */
  readonly editor: ReactNode;
}

/** The id of the active cell, to which the focused grid refers. */
export const ACTIVE_CELL = 'resource-active-cell';
