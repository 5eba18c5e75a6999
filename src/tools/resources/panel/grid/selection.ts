/** A cell of a grid. `row` counts from 0, without the header. */
interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The cells between two corners. Keys move the `active` corner. */
export interface Selection {
  readonly active: Cell;
  readonly anchor: Cell;
}

/** Inclusive at both ends. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function selectionAt(cell: Cell): Selection {
  return { active: cell, anchor: cell };
}

export function extendedTo({ anchor }: Selection, active: Cell): Selection {
  return { active, anchor };
}

export function rangeOf({ active, anchor }: Selection): CellRange {
  return {
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
}

export function isIn(range: CellRange, row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows per PageUp or PageDown. */
  readonly pageRows: number;
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The selection after a key press; null for keys that do not move it. */
export function afterKey(selection: Selection, press: KeyPress, size: GridSize): Selection | null {
  if (press.altKey || size.rows === 0) return null;
  const isCommand = press.ctrlKey || press.metaKey;
  if (isCommand && press.key.toLowerCase() === 'a') {
    const last = { row: size.rows - 1, column: size.columns - 1 };
    return { anchor: { row: 0, column: 0 }, active: last };
  }
  const target = targetOf(selection.active, press.key, isCommand, size);
  if (!target) return null;
  const cell = {
    row: Math.min(size.rows - 1, Math.max(0, target.row)),
    column: Math.min(size.columns - 1, Math.max(0, target.column)),
  };
  return press.shiftKey ? extendedTo(selection, cell) : selectionAt(cell);
}

function targetOf(
  { row, column }: Cell,
  key: string,
  isCommand: boolean,
  { rows, columns, pageRows }: GridSize,
): Cell | null {
  switch (key) {
    case 'ArrowUp':
      return { row: isCommand ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: isCommand ? rows - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isCommand ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isCommand ? columns - 1 : column + 1 };
    case 'PageUp':
      return { row: row - pageRows, column };
    case 'PageDown':
      return { row: row + pageRows, column };
    case 'Home':
      return { row: isCommand ? 0 : row, column: 0 };
    case 'End':
      return { row: isCommand ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}
