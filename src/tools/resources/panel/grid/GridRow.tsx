// A `table` lays out all rows, and the grid has the focus and the keys for its cells.
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot leave rows out
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are active descendants of the grid
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys
import type { PointerEvent } from 'react';
import type { ColumnSpan } from './columnSpan.ts';
import styles from './DataGrid.module.css';
import { ACTIVE_CELL, type DataGridProps } from './gridProps.ts';
import { type CellRange, extendedTo, isIn, selectionAt } from './selection.ts';

interface GridRowProps extends DataGridProps {
  readonly row: number;
  readonly span: ColumnSpan;
  readonly range: CellRange;
  /** CSS pixels from the top of the visible rows. */
  readonly top: number;
  readonly totalWidth: number;
}

export function GridRow(props: GridRowProps) {
  const { row, span, top, rowHeight, totalWidth, nameHead } = props;
  const columns = Array.from({ length: span.end - span.first }, (_, index) => span.first + index);
  return (
    <div
      className={styles['row']}
      role="row"
      aria-rowindex={row + 2}
      data-active={row === props.selection.active.row || undefined}
      style={{ height: rowHeight, width: totalWidth, transform: `translateY(${top}px)` }}
    >
      <div
        className={styles['name']}
        role="rowheader"
        aria-colindex={1}
        style={{ width: nameHead.width }}
      >
        {props.rowName(row)}
      </div>
      <div role="presentation" style={{ flex: 'none', width: span.before }} />
      {columns.map((column) => (
        <GridCell key={column} {...props} column={column} />
      ))}
    </div>
  );
}

function GridCell(props: GridRowProps & { readonly column: number }) {
  const { row, column, range, selection, editor, onSelect } = props;
  const isActive = row === selection.active.row && column === selection.active.column;
  const content = props.cell(row, column);
  const select = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const cell = { row, column };
    onSelect(event.shiftKey ? extendedTo(selection, cell) : selectionAt(cell));
  };
  return (
    <div
      id={isActive ? ACTIVE_CELL : undefined}
      className={styles['cell']}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={isIn(range, row, column)}
      data-active={isActive || undefined}
      data-changed={(content !== null && content.before !== null) || undefined}
      title={titleOf(content?.text, content?.before)}
      style={{ width: props.columns[column]?.width }}
      onPointerDown={select}
      onPointerEnter={({ buttons, pointerType }) => {
        if (buttons === 1 && pointerType !== 'touch')
          onSelect(extendedTo(selection, { row, column }));
      }}
      onClick={() => {
        if (!isIn(range, row, column)) onSelect(selectionAt({ row, column }));
      }}
      onDoubleClick={props.onOpen}
    >
      {isActive && editor ? (
        editor
      ) : (
        <>
          {props.showsBefore && content !== null && content.before !== null && (
            <span className={styles['before']}>{`${content.before} → `}</span>
          )}
          {content?.text ?? '…'}
        </>
      )}
    </div>
  );
}

/** Long values are cut off in their cells. */
const LONG = 24;

function titleOf(text?: string, before?: string | null): string | undefined {
  if (typeof before === 'string') return `${text}\nbefore: ${before}`;
  return text !== undefined && text.length > LONG ? text : undefined;
}
