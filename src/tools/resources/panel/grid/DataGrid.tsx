// A `table` lays out all rows, and the grid has the focus and the keys for its cells.
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot leave rows out
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are active descendants of the grid
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { leftShowing, visibleColumns } from './columnSpan.ts';
import styles from './DataGrid.module.css';
import { GridRow } from './GridRow.tsx';
import { ACTIVE_CELL, type DataGridProps } from './gridProps.ts';
import { contentHeight, visibleRows } from './rowSpace.ts';
import { afterKey, rangeOf } from './selection.ts';
import { usePosition } from './usePosition.ts';

/** A table of any number of rows, which lays out only what is in view. */
export function DataGrid(props: DataGridProps) {
  const { rowCount, rowHeight, headHeight, columns, nameHead, selection, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = usePosition(scroller, { count: rowCount, rowHeight, headHeight });
  const { space, position, left } = scrolled;
  const rows = visibleRows(space, position);
  const widths = columns.map(({ width }) => width);
  const viewWidth = Math.max(0, scrolled.width - nameHead.width);
  const span = visibleColumns(widths, left, viewWidth);
  const totalWidth = widths.reduce((sum, width) => sum + width, nameHead.width);

  const tellVisible = useEffectEvent(props.onVisible);
  useEffect(() => {
    if (rows.count > 0) tellVisible(rows.first, rows.count);
  }, [rows.first, rows.count]);
  const showActive = useEffectEvent(() => {
    scrolled.show(selection.active.row);
    const element = scroller.current;
    const next = leftShowing(widths, selection.active.column, left, viewWidth);
    if (element && next !== left) element.scrollLeft = next;
  });
  const { row: activeRow, column: activeColumn } = selection.active;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move of the active cell shows it
  useEffect(() => showActive(), [activeRow, activeColumn, selection]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const pageRows = Math.max(1, Math.floor(space.viewHeight / rowHeight) - 1);
    const size = { rows: rowCount, columns: columns.length, pageRows };
    const next = afterKey(selection, event, size);
    if (next) onSelect(next);
    if (next || props.onKey(event)) event.preventDefault();
  };
  const shared = { ...props, span, range: rangeOf(selection), totalWidth };
  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={rowCount > 0 ? ACTIVE_CELL : undefined}
      tabIndex={0}
      onScroll={scrolled.onScroll}
      onKeyDown={onKeyDown}
    >
      <div
        role="presentation"
        style={{ width: totalWidth, height: contentHeight(space) + headHeight }}
      >
        <div
          className={styles['view']}
          role="presentation"
          style={{ height: space.viewHeight + headHeight }}
        >
          <Head {...props} first={span.first} end={span.end} before={span.before} />
          <div className={styles['body']} role="rowgroup" style={{ height: space.viewHeight }}>
            {Array.from({ length: rows.count }, (_, index) => {
              const row = rows.first + index;
              return <GridRow key={row} {...shared} row={row} top={(row - position) * rowHeight} />;
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

interface HeadProps extends DataGridProps {
  readonly first: number;
  readonly end: number;
  readonly before: number;
}

function Head({ nameHead, columns, headHeight, first, end, before }: HeadProps) {
  return (
    <div role="rowgroup">
      <div className={styles['head']} role="row" aria-rowindex={1} style={{ height: headHeight }}>
        <div
          className={styles['corner']}
          role="columnheader"
          aria-colindex={1}
          style={{ width: nameHead.width }}
        >
          {nameHead.text}
        </div>
        <div role="presentation" style={{ flex: 'none', width: before }} />
        {columns.slice(first, end).map(({ key, content, width }, index) => (
          <div
            key={key}
            className={styles['title']}
            role="columnheader"
            aria-colindex={first + index + 2}
            style={{ width }}
          >
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}
