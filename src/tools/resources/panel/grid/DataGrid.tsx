// A `table` lays out all rows, and the grid has the focus and the keys for its cells.
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot leave rows out
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are active descendants of the grid
// A `table` lays out all rows, and the grid has the focus and the keys for its cells.
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot leave rows out
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are active descendants of the grid
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys

import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './DataGrid.module.css';
import {
  afterKey,
  type CellRange,
  extendedTo,
  isIn,
  rangeOf,
  type Selection,
  selectionAt,
} from './selection.ts';

/** A table of any number of rows. Renders only visible rows. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: moving the active cell scrolls to it
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

interface Position {
  readonly space: RowSpace;
  /** Index of the first visible row, plus its hidden part as a fraction. */
  readonly position: number;
  /** Horizontal scroll offset and visible width, in CSS pixels. */
  readonly left: number;
  readonly width: number;
  readonly onScroll: () => void;
  readonly show: (row: number) => void;
}

/**
 * Scrolls rows of equal height. The position stays exact where the scroll bar is too coarse: one of
 * its pixels may correspond to thousands of rows.
 */
function usePosition(
  scroller: RefObject<HTMLElement | null>,
  rows: { readonly count: number; readonly rowHeight: number; readonly headHeight: number },
): Position {
  const [view, setView] = useState({ width: 0, height: 0 });
  const [at, setAt] = useState({ position: 0, left: 0 });
  const ownTop = useRef(0);
  const { count, rowHeight, headHeight } = rows;
  const space = { count, rowHeight, viewHeight: Math.max(0, view.height - headHeight) };
  const position = clampPosition(space, at.position);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => setView({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  const moveTo = (next: number) => {
    const element = scroller.current;
    if (!element) return;
    const clamped = clampPosition(space, next);
    element.scrollTop = scrollTopAt(space, clamped);
    ownTop.current = element.scrollTop;
    setAt({ position: clamped, left: element.scrollLeft });
  };
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    if (!isScaled(space) || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    moveTo(
      position + event.deltaY / (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? rowHeight : 1),
    );
  });
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent) => turnWheel(event);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [scroller]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const isOwn = Math.abs(element.scrollTop - ownTop.current) < 1;
    ownTop.current = element.scrollTop;
    // An own move may not have been rendered yet.
    setAt((before) => ({
      position: isOwn ? before.position : positionAt(space, element.scrollTop),
      left: element.scrollLeft,
    }));
  };
  const show = (row: number) => {
    const next = positionShowing(space, position, row);
    if (next !== position) moveTo(next);
  };
  return { space, position, left: at.left, width: view.width, onScroll, show };
}

/**
 * Rows of equal height in a scrolled element. Browsers limit the height of elements to some
 * millions of pixels. Beyond that, one pixel of scrolling corresponds to several pixels of rows.
 */
interface RowSpace {
  readonly count: number;
  /** In CSS pixels. */
  readonly rowHeight: number;
  /** Height of the visible rows, in CSS pixels. */
  readonly viewHeight: number;
}

/** Firefox limits elements to 17.9 million pixels; other browsers allow more. */
const MOST_PIXELS = 15_000_000;

/** In CSS pixels. */
export function contentHeight({ count, rowHeight }: RowSpace): number {
  return Math.min(count * rowHeight, MOST_PIXELS);
}

/** The position at the end of the content. */
export function lastPosition({ count, rowHeight, viewHeight }: RowSpace): number {
  return Math.max(0, count - viewHeight / rowHeight);
}

function clampPosition(space: RowSpace, position: number): number {
  return Math.min(lastPosition(space), Math.max(0, position));
}

/** Whether one pixel of scrolling corresponds to more than one pixel of rows. */
export function isScaled({ count, rowHeight }: RowSpace): boolean {
  return count * rowHeight > MOST_PIXELS;
}

export function positionAt(space: RowSpace, scrollTop: number): number {
  const most = contentHeight(space) - space.viewHeight;
  if (most <= 0) return 0;
  return clampPosition(space, (scrollTop / most) * lastPosition(space));
}

export function scrollTopAt(space: RowSpace, position: number): number {
  const last = lastPosition(space);
  if (last <= 0) return 0;
  return (position / last) * Math.max(0, contentHeight(space) - space.viewHeight);
}

/** Rows visible at a position, including partly visible ones. */
export function visibleRows(
  { count, rowHeight, viewHeight }: RowSpace,
  position: number,
): { readonly first: number; readonly count: number } {
  const first = Math.floor(position);
  const last = Math.min(count, Math.ceil(position + viewHeight / rowHeight));
  return { first, count: Math.max(0, last - first) };
}

/** The position closest to the given one at which the whole row is visible. */
export function positionShowing(space: RowSpace, position: number, row: number): number {
  const whole = Math.max(1, Math.floor(space.viewHeight / space.rowHeight));
  const least = row + 1 - space.viewHeight / space.rowHeight;
  if (row < position || whole === 1) return clampPosition(space, row);
  return clampPosition(space, Math.max(position, least));
}

interface GridRowProps extends DataGridProps {
  readonly row: number;
  readonly span: ColumnSpan;
  readonly range: CellRange;
  /** CSS pixels from the top of the visible rows. */
  readonly top: number;
  readonly totalWidth: number;
}

function GridRow(props: GridRowProps) {
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

/** In characters. Cells cut off longer values. */
const LONG = 24;

function titleOf(text?: string, before?: string | null): string | undefined {
  if (typeof before === 'string') return `${text}\nbefore: ${before}`;
  return text !== undefined && text.length > LONG ? text : undefined;
}

interface ColumnSpan {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** In CSS pixels. */
  readonly before: number;
}

/** @param widths of all columns; all sizes are in CSS pixels */
export function visibleColumns(
  widths: readonly number[],
  left: number,
  viewWidth: number,
): ColumnSpan {
  let first = 0;
  let before = 0;
  for (; first < widths.length - 1; first += 1) {
    const width = widths[first] ?? 0;
    if (before + width > left) break;
    before += width;
  }
  let end = first;
  for (let right = before; end < widths.length && right < left + viewWidth; end += 1) {
    right += widths[end] ?? 0;
  }
  return { first, end, before };
}

/** The scroll offset closest to `left` that makes a column visible. */
export function leftShowing(
  widths: readonly number[],
  column: number,
  left: number,
  viewWidth: number,
): number {
  const start = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
  const end = start + (widths[column] ?? 0);
  if (start < left) return start;
  return end > left + viewWidth ? Math.min(start, end - viewWidth) : left;
}

export interface CellContent {
  readonly text: string;
  /** The previous text; null if unchanged. */
  readonly before: string | null;
}

/** A column other than the first, which holds the row names. */
interface ColumnHead {
  readonly key: string;
  readonly content: ReactNode;
  /** In CSS pixels. */
  readonly width: number;
}

interface DataGridProps {
  readonly label: string;
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly headHeight: number;
  /** Head of the first column, which always stays visible. */
  readonly nameHead: { readonly text: string; readonly width: number };
  readonly columns: readonly ColumnHead[];
  readonly rowName: (row: number) => ReactNode;
  /** Null until the content has been read. */
  readonly cell: (row: number, column: number) => CellContent | null;
  /** Whether to show changed values as `before → now`. */
  readonly showsBefore: boolean;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onVisible: (first: number, count: number) => void;
  /** Returns whether it handled the key. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onOpen: () => void;
  /** A field in place of the active cell; null while not editing. */
  readonly editor: ReactNode;
}

/** The id of the active cell, for the grid's `aria-activedescendant`. */
const ACTIVE_CELL = 'resource-active-cell';
