import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { Chart } from '#tools/resources/panel/chart/Chart.tsx';
import gridStyles from '#tools/resources/panel/grid/DataGrid.module.css';
import { DataGrid } from '#tools/resources/panel/grid/DataGrid.tsx';
import { bytesFrom, HEX_ROW } from '#tools/resources/panel/grid/pageCells.ts';
import {
  type CellRange,
  rangeOf,
  type Selection,
  selectionAt,
} from '#tools/resources/panel/grid/selection.ts';
import {
  byteTable,
  elementTable,
  type ModelColumn,
  type TableModel,
} from '#tools/resources/panel/grid/tableModel.ts';
import { StatisticsView } from '#tools/resources/panel/statistics/StatisticsView.tsx';
import type { ResourceEntry } from '#tools/resources/state.ts';
import { CrosshairIcon } from '#ui/icons.tsx';
import { Beside } from './Beside.tsx';
import { BufferBar, type BufferPart, FindBar } from './BufferBar.tsx';
import styles from './BufferView.module.css';

const START = selectionAt({ row: 0, column: 0 });

/** A buffer or uniforms as a table. Data without a type is shown as bytes. */
export function BufferView(props: ResourceProps) {
  const { store, commands, entry } = props;
  const [isHex, setIsHex] = useState(false);
  const [selection, setSelection] = useState<Selection>(START);
  const [isEditing, setIsEditing] = useState(false);
  const [note, setNote] = useState('');
  const [open, setOpen] = useState<ReadonlySet<BufferPart>>(new Set());
  const table = useTable(props, isHex);
  const { model } = table;
  const select = (next: Selection) => {
    setSelection(next);
    setIsEditing(false);
    setNote('');
  };
  const current = clampSelection(selection, model);
  const goTo = (index: number) => {
    select(selectionAt({ row: model.rowOf(index), column: current.active.column }));
  };
  const edit = () => {
    const refusal = editRefusal(entry, store.getState().isPaused);
    setNote(refusal ?? '');
    setIsEditing(refusal === null);
  };
  const copy = () => void copySelection(props, model, rangeOf(current)).then(setNote);
  const toggle = (part: BufferPart) => setOpen(toggled(open, part));
  const toggleHex = () => {
    setIsHex(!isHex);
    select(START);
  };
  const onKey = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const { active } = current;
    if (event.key === 'Enter' && isCommand && entry.debuggedBy !== null) {
      commands.debugThread(active.row);
    } else if (event.key === 'Enter' || event.key === 'F2') edit();
    else if (isCommand && event.key.toLowerCase() === 'c') copy();
    else return false;
    return true;
  };
  return (
    <div className={styles['view']}>
      <BufferBar
        {...props}
        isHex={isHex}
        onToggleHex={toggleHex}
        onGoTo={goTo}
        onCopy={copy}
        {...watchOf(props, model, current)}
        onFindWriters={() => findWriters(props, current, isHex)}
        open={open}
        onToggle={toggle}
      />
      {open.has('find') && entry.layout && (
        <FindBar {...props} layout={entry.layout} from={current.active.row} onFound={goTo} />
      )}
      <p className={styles['note']} role="status">
        {note}
      </p>
      <Beside
        aside={
          (open.has('statistics') || open.has('chart')) && (
            <>
              {open.has('statistics') && <StatisticsView {...props} />}
              {open.has('chart') && <Chart {...props} />}
            </>
          )
        }
      >
        <BufferTable
          {...props}
          table={table}
          selection={current}
          onSelect={select}
          onEdit={edit}
          onKey={onKey}
          isEditing={isEditing}
          onEditEnd={(problem) => {
            setIsEditing(problem !== null);
            setNote(problem ?? '');
          }}
        />
      </Beside>
    </div>
  );
}

/** Finds who stored the selected element, or the word that the selected byte is in. */
function findWriters({ commands, entry }: ResourceProps, at: Selection, isHex: boolean) {
  const { name, layout } = entry;
  const { row, column } = at.active;
  const element =
    layout && !isHex ? row : Math.floor((row * HEX_ROW + column) / (layout?.stride ?? 4));
  commands.findWriters({ resource: name, element, title: `${name}[${element}]` });
}

/** How to watch the selected cell, or why it cannot be watched. */
function watchOf({ commands, entry: { name } }: ResourceProps, model: TableModel, at: Selection) {
  const { row: index, column } = at.active;
  const value = model.valueAt(column);
  return {
    watchRefusal: value.ok ? null : value.error,
    onWatch() {
      if (!value.ok) return;
      const { name: part } = value.value;
      const title = `${name}[${index}]${part === 'value' ? '' : `.${part}`}`;
      commands.watch({ resource: name, title, at: { kind: 'cell', index, column: part } });
    },
  };
}

/** The table's rows and columns for the current type, number format and expanded columns. */
function useTable({ store, entry }: ResourceProps, isHex: boolean) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const format = useStore(store, (state) => state.numberFormat);
  const model = useMemo(
    () =>
      entry.layout && !isHex
        ? elementTable(entry, entry.layout, expanded, format)
        : byteTable(entry),
    [entry, isHex, expanded, format],
  );
  return { model, onToggle: (name: string) => setExpanded(toggled(expanded, name)) };
}

type Table = ReturnType<typeof useTable>;

interface BufferTableProps extends ResourceProps {
  readonly table: Table;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onEdit: () => void;
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly isEditing: boolean;
  /** @param problem why the text is invalid; null if editing has ended */
  readonly onEditEnd: (problem: string | null) => void;
}

function BufferTable(props: BufferTableProps) {
  const { store, commands, entry, table, selection, onEditEnd } = props;
  const { model, onToggle } = table;
  const isDifference = useStore(store, (state) => state.isDifferenceShown);
  const bytes = usePageBytes(props);
  const metrics = useRowMetrics();
  const [visible, setVisible] = useState({ first: 0, count: 0 });
  useEffect(() => {
    if (visible.count === 0) return;
    // Includes one more screen at both ends, so that short scrolls show no gaps.
    const first = Math.max(0, visible.first - visible.count);
    const end = Math.min(model.rowCount, visible.first + 2 * visible.count);
    const elements = model.elementsOf(first, end - first);
    commands.showRows(elements.first, elements.count);
  }, [visible, model, commands]);
  const { row, column } = selection.active;
  const submit = (text: string) => {
    const edit = model.parse(row, column, text);
    if (edit.ok) commands.editCell(edit.value.index, edit.value.offset, edit.value.bytes);
    onEditEnd(edit.ok ? null : edit.error);
  };
  const name = { text: model.nameTitle, width: nameWidth(entry, model, metrics) };
  if (model.rowCount === 0) return <p className={styles['empty']}>{EMPTY}</p>;
  return (
    <DataGrid
      label={`Values of ${entry.name}`}
      rowCount={model.rowCount}
      {...metrics}
      nameHead={name}
      columns={model.columns.map((each) => ({
        key: each.title,
        content: <TableHead column={each} onToggle={onToggle} />,
        width: each.length * (isDifference ? 2 : 1) * metrics.character + CELL_PADDING,
      }))}
      rowName={(each) => <RowName {...props} text={model.rowName(each)} index={each} />}
      cell={(atRow, atColumn) => bytes && model.cell(bytes, atRow, atColumn)}
      showsBefore={isDifference}
      selection={selection}
      onSelect={props.onSelect}
      onVisible={(first, count) => setVisible({ first, count })}
      onKey={props.onKey}
      onOpen={props.onEdit}
      editor={
        props.isEditing && bytes ? (
          <CellEditor
            key={`${row} ${column}`}
            label={`${model.columns[column]?.title} of ${model.rowName(row)}`}
            text={model.cell(bytes, row, column)?.text ?? ''}
            onSubmit={submit}
            onCancel={() => onEditEnd(null)}
          />
        ) : null
      }
    />
  );
}

/** In CSS pixels, as in DataGrid.module.css. */
const CELL_PADDING = 14;

const EMPTY = 'This buffer has no elements.';

/** The rows read last; null if they belong to another buffer. */
function usePageBytes({ store, entry }: ResourceProps) {
  const page = useStore(store, (state) => state.page);
  return useMemo(() => {
    if (page?.resource !== entry.name) return null;
    const stride = entry.layout?.stride ?? 1;
    return bytesFrom(page.first * stride, page.bytes, page.before);
  }, [page, entry]);
}

/** Reserves three characters for a "Debug this thread" button. */
function nameWidth(entry: ResourceEntry, model: TableModel, { character }: RowMetrics): number {
  const button = entry.debuggedBy === null ? 0 : 3;
  const length = Math.max(model.nameTitle.length, model.longestName.length + button);
  return (length + 1) * character + CELL_PADDING;
}

function editRefusal({ kind }: ResourceEntry, isPaused: boolean): string | null {
  if (kind === 'uniforms')
    return 'The playground writes uniforms. Change them in the Uniforms tab.';
  return isPaused ? null : 'Pause the run to edit a value.';
}

function clampSelection({ active, anchor }: Selection, model: TableModel): Selection {
  const clamp = ({ row, column }: Selection['active']) => ({
    row: Math.max(0, Math.min(model.rowCount - 1, row)),
    column: Math.max(0, Math.min(model.columns.length - 1, column)),
  });
  return { active: clamp(active), anchor: clamp(anchor) };
}

function toggled<T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}

interface RowNameProps extends ResourceProps {
  readonly text: string;
  readonly index: number;
}

/** The row's index, and a button that debugs the thread of that element if there is one. */
function RowName({ text, index, entry, commands }: RowNameProps) {
  return (
    <>
      {entry.debuggedBy !== null && (
        <button
          type="button"
          className={styles['debug']}
          aria-label="Debug this thread"
          title={`Debug thread ${index} of ${entry.debuggedBy} (Ctrl+Enter)`}
          tabIndex={-1}
          onClick={() => commands.debugThread(index)}
        >
          <CrosshairIcon />
        </button>
      )}
      {text}
    </>
  );
}

/** In CSS pixels, for the browser's font size. */
interface RowMetrics {
  readonly rowHeight: number;
  readonly headHeight: number;
  /** Character width in the table's font. */
  readonly character: number;
}

/** In rem, as in DataGrid.module.css. */
const ROW = 1.125;
const HEAD = 2.25;
const FONT = 0.75;

/** Measures the character width, or falls back to 0.6 em, which is typical of monospaced fonts. */
function useRowMetrics(): RowMetrics {
  const [metrics] = useState(() => {
    const { fontSize } = getComputedStyle(document.documentElement);
    const rem = Number.parseFloat(fontSize);
    const context = document.createElement('canvas').getContext('2d');
    const family = getComputedStyle(document.documentElement).getPropertyValue('--font-code');
    if (context) context.font = `${FONT * rem}px ${family}`;
    const character = context?.measureText('0').width || FONT * rem * 0.6;
    return { rowHeight: Math.round(ROW * rem), headHeight: Math.round(HEAD * rem), character };
  });
  return metrics;
}

/** More would not fit into the tables of other programs either. */
const MOST_CELLS = 1_000_000;

/**
 * Copies cells as tab-separated text.
 *
 * @returns a message about the outcome
 */
async function copySelection(
  props: ResourceProps,
  model: TableModel,
  range: CellRange,
): Promise<string> {
  const rows = range.bottom - range.top + 1;
  const cells = rows * (range.right - range.left + 1);
  if (cells > MOST_CELLS) return 'The selection is too large to copy. Download the buffer instead.';
  const text = selectionText(props, model, range) ?? (await wholeText(props, model, range));
  if (text === null) return '';
  try {
    await navigator.clipboard.writeText(text);
    return cells === 1 ? 'Copied 1 cell.' : `Copied ${cells.toLocaleString('en')} cells.`;
  } catch {
    return 'Your browser blocked the copy.';
  }
}

/** The cells as text; null if some rows have not been read. */
function selectionText(
  { store, entry }: ResourceProps,
  model: TableModel,
  range: CellRange,
): string | null {
  const { page } = store.getState();
  if (page?.resource !== entry.name) return null;
  const stride = entry.layout?.stride ?? 1;
  return model.tsv(page.bytes, page.first * stride, range);
}

async function wholeText(
  { commands, entry }: ResourceProps,
  model: TableModel,
  range: CellRange,
): Promise<string | null> {
  const bytes = await commands.readAll(entry.name);
  return bytes && model.tsv(bytes, 0, range);
}

interface CellEditorProps {
  readonly label: string;
  readonly text: string;
  readonly onSubmit: (text: string) => void;
  readonly onCancel: () => void;
}

/** A field in place of a cell. Enter applies the value; Escape or leaving the field discards it. */
function CellEditor({ label, text, onSubmit, onCancel }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    const grid = input?.closest<HTMLElement>('[role="grid"]');
    input?.focus({ preventScroll: true });
    input?.select();
    // Removing a focused field would lose the keyboard focus.
    return () => {
      if (document.activeElement === input || document.activeElement === document.body) {
        grid?.focus({ preventScroll: true });
      }
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onSubmit(event.currentTarget.value);
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={field}
      className={gridStyles['editor']}
      aria-label={label}
      defaultValue={text}
      spellCheck={false}
      autoComplete="off"
      onKeyDown={onKeyDown}
      onBlur={onCancel}
    />
  );
}

interface TableHeadProps {
  readonly column: ModelColumn;
  readonly onToggle: (name: string) => void;
}

function TableHead({ column: { title, typeName, toggles }, onToggle }: TableHeadProps) {
  return (
    <>
      <span className={gridStyles['titleLine']}>
        {toggles.map(({ name, isExpanded }) => (
          <button
            key={name}
            type="button"
            className={gridStyles['toggle']}
            aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${name}`}
            title={`${isExpanded ? 'Collapse' : 'Expand'} ${name}`}
            aria-expanded={isExpanded}
            onClick={() => onToggle(name)}
          >
            {isExpanded ? '▾' : '▸'}
          </button>
        ))}
        <span className={gridStyles['titleText']} title={title}>
          {title}
        </span>
      </span>
      {typeName !== '' && <span className={gridStyles['type']}>{typeName}</span>}
    </>
  );
}
