import { Fragment, startTransition, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createFindDeclaration, LIBRARY_PARAMETERS } from '#core/plan/reflection/declaredPlaces.ts';
import type {
  DeclaredName,
  EntryPointRow,
  ParameterRow,
} from '#core/plan/reflection/parameterRows.ts';
import {
  offsetText,
  PARAMETER_COLUMNS,
  rowsAsMarkdown,
  rowsAsTsv,
  type VisibleRow,
  visibleRows,
} from '#core/plan/reflection/parameterTable.ts';
import { brief } from '#core/util/text.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/icons.tsx';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { BufferBytes } from './ByteRuler.tsx';
import styles from './ReflectionTables.module.css';
import type { ShownReflection } from './useWholeReflection.ts';

interface ReflectionTablesProps {
  readonly workspace: Workspace;
  readonly shown: ShownReflection;
}

/** The reflection as tables, with bindings in the compiled target's terms. */
export function ReflectionTables({ workspace, shown }: ReflectionTablesProps) {
  const { query, target, rows, entryPoints } = shown;
  const { missing, ...declarations } = useDeclarations(workspace);
  return (
    <>
      {rows.length > 0 && (
        <section className={styles['section']}>
          <div className={styles['heading']}>
            <h2>Parameters of the {target} code</h2>
            <CopyAs rows={rows} />
          </div>
          <ParameterTable rows={rows} isSearched={query !== ''} declarations={declarations} />
        </section>
      )}
      {entryPoints.length > 0 && (
        <section className={styles['section']}>
          <div className={styles['heading']}>
            <h2>Entry points</h2>
          </div>
          <EntryPointTable rows={entryPoints} declarations={declarations} />
        </section>
      )}
      <p className={styles['status']} role="status">
        {missing !== '' &&
          `The source no longer declares “${brief(missing, 100)}”. Compile again to update the tables.`}
      </p>
    </>
  );
}

/** Includes collapsed rows. */
function CopyAs({ rows }: { readonly rows: readonly ParameterRow[] }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setNotice({ text: 'Copied to the clipboard.' });
    } catch {
      setNotice({ text: 'Your browser blocked the copy.' });
    }
  };
  return (
    <span ref={anchor} className={styles['copy']}>
      <Button kind="small" onClick={() => void copy(rowsAsMarkdown(rows))}>
        Copy as Markdown
      </Button>
      <Button kind="small" hint="For spreadsheets" onClick={() => void copy(rowsAsTsv(rows))}>
        Copy as TSV
      </Button>
      <Tooltip notice={notice} anchor={anchor} onHide={() => setNotice(null)} />
    </span>
  );
}

/**
 * Parsing longer sources takes too long. They are only searched when the user goes to a
 * declaration.
 */
const MAX_READ = 200_000;

/**
 * Finds the declarations in what was compiled. `missing` is the name of a declaration that was not
 * found.
 */
function useDeclarations(workspace: Workspace): Declarations & { readonly missing: string } {
  const request = useStore(workspace.store, (state) => state.targetCode?.request ?? null);
  const [missed, setMissed] = useState<{ readonly name: string; readonly of: unknown }>();
  const has = useMemo(() => {
    if (!request) return () => false;
    const { sourceCode, files = [] } = request;
    const length = files.reduce((sum, { text }) => sum + text.length, sourceCode.length);
    if (length > MAX_READ) return ({ name }: DeclaredName) => !LIBRARY_PARAMETERS.has(name);
    const find = createFindDeclaration(sourceCode, files);
    return (name: DeclaredName) => find(name) !== null;
  }, [request]);
  const reveal = (name: DeclaredName) => {
    // The text may have changed since the compile.
    const { text, files } = workspace.project();
    const place = createFindDeclaration(text, files)(name);
    setMissed(place ? undefined : { name: name.name, of: request });
    if (!place) return;
    const { path, ...shown } = place;
    workspace.reveal(shown, ...(path === null ? [] : [`/${path}`]));
  };
  // A newer compile has different rows.
  return { has, reveal, missing: missed?.of === request ? missed.name : '' };
}

interface EntryPointTableProps {
  readonly rows: readonly EntryPointRow[];
  readonly declarations: Declarations;
}

function EntryPointTable({ rows, declarations }: EntryPointTableProps) {
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']} aria-label="Entry points">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Stage</th>
            <th scope="col">Group size</th>
            <th scope="col" className={styles['number']}>
              Threads in a group
            </th>
            <th scope="col">Inputs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, stage, groupSize, threads, inputs }) => (
            <tr key={name}>
              <th scope="row">
                <DeclaredButton
                  declared={{ kind: 'entry point', name }}
                  text={name}
                  declarations={declarations}
                />
              </th>
              <td>{stage}</td>
              <td>{groupSize?.join(' × ')}</td>
              <td className={styles['number']}>{threads?.toLocaleString('en')}</td>
              <td className={styles['inputs']}>
                {inputs.map((input) => (
                  <div key={input}>{input}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Longer names and types are truncated. A type's tooltip shows more. */
const MAX_TEXT = 160;

const NUMBERS: ReadonlySet<string> = new Set(['Offset', 'Size']);

/** Showing more rows at once would block the page. */
const SHOWN_AT_FIRST = 200;
const SHOWN_MORE = 1000;

interface ParameterTableProps {
  readonly rows: readonly ParameterRow[];
  /** A search expands its matches. */
  readonly isSearched: boolean;
  readonly declarations: Declarations;
}

function ParameterTable({ rows, isSearched, declarations }: ParameterTableProps) {
  // The rows whose state differs from the initial one. A search has its own set, and leaves the
  // other unchanged.
  const unsearched = useToggled();
  const searched = useToggled();
  const [toggled, toggle] = isSearched ? searched : unsearched;
  const [opened, toggleBytes] = useToggled();
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const isOpen = (key: string, row: ParameterRow) => {
    const isOpenAtFirst = isSearched || row.isHeading;
    return isOpenAtFirst !== toggled.has(key);
  };
  const visible = visibleRows(rows, isOpen, limit);
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']} aria-label="Parameters">
        <thead>
          <tr>
            {PARAMETER_COLUMNS.map((column) => (
              <th key={column} scope="col" className={NUMBERS.has(column) ? styles['number'] : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.rows.map((each) => (
            <Fragment key={each.key}>
              <Row
                row={each.row}
                level={each.level}
                declarations={declarations}
                isOpen={isOpen(each.key, each.row)}
                showsBytes={opened.has(each.key)}
                onToggle={() => toggle(each.key)}
                onToggleBytes={() => toggleBytes(each.key)}
              />
              {opened.has(each.key) && each.row.buffer && (
                <tr className={styles['bytes']}>
                  <td colSpan={PARAMETER_COLUMNS.length}>
                    <BufferBytes name={each.row.name} buffer={each.row.buffer} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {visible.hidden > 0 && (
        <div className={styles['foot']}>
          <Button onClick={() => startTransition(() => setLimit(limit + SHOWN_MORE))}>
            {moreText(visible.hidden)}
          </Button>
        </div>
      )}
    </div>
  );
}

function moreText(hidden: number): string {
  const all = hidden.toLocaleString('en');
  return hidden <= SHOWN_MORE
    ? `Show ${all} more`
    : `Show ${SHOWN_MORE.toLocaleString('en')} more of ${all}`;
}

function useToggled(): [ReadonlySet<string>, (key: string) => void] {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setKeys((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return [keys, toggle];
}

interface RowProps extends Omit<VisibleRow, 'key'> {
  readonly declarations: Declarations;
  readonly isOpen: boolean;
  readonly showsBytes: boolean;
  readonly onToggle: () => void;
  readonly onToggleBytes: () => void;
}

function Row(props: RowProps) {
  const { row, level, declarations, isOpen, showsBytes, onToggle, onToggleBytes } = props;
  const { name, path, type, children, buffer, size } = row;
  const parent = level === 0 ? '' : path.slice(0, path.length - name.length);
  return (
    <tr>
      <th scope="row">
        <span className={styles['name']} style={{ paddingLeft: `${level * 14}px` }}>
          {children.length === 0 ? (
            <span className={styles['leaf']} />
          ) : (
            <button
              type="button"
              className={styles['disclose']}
              aria-expanded={isOpen}
              aria-label={`Contents of ${path}`}
              onClick={onToggle}
            />
          )}
          <DeclaredButton
            declared={row.declared}
            text={brief(name, MAX_TEXT) || '(no name)'}
            parent={parent}
            declarations={declarations}
          />
          {originOf(row.declared, declarations)}
          {buffer && (
            <button
              type="button"
              className={styles['bytesButton']}
              aria-expanded={showsBytes}
              aria-label={`Bytes of ${path}`}
              title={
                buffer.isElement ? 'Show the bytes of an element' : 'Show its bytes and padding'
              }
              onClick={onToggleBytes}
            >
              <RulerIcon />
            </button>
          )}
        </span>
      </th>
      <td className={styles['type']} title={brief(type)}>
        <TypeName type={brief(type, MAX_TEXT)} />
      </td>
      <td>{bindingOf(row)}</td>
      <td className={styles['number']} title={row.isInElement ? IN_ELEMENT : undefined}>
        {offsetText(row)}
      </td>
      <td className={styles['number']}>{size?.toLocaleString('en')}</td>
    </tr>
  );
}

function RulerIcon() {
  return (
    <Icon>
      <path d="M1.5 5h13v6h-13zM4.75 5v3M8 5v4M11.25 5v3" />
    </Icon>
  );
}

/** Lets a long name break before its arguments. */
function TypeName({ type }: { readonly type: string }) {
  const [head = '', ...rest] = type.split('<');
  let at = head.length;
  return (
    <>
      {head}
      {rest.map((part) => {
        const key = at;
        at += part.length + 1;
        return (
          <Fragment key={key}>
            {'<'}
            <wbr />
            {part}
          </Fragment>
        );
      })}
    </>
  );
}

const IN_ELEMENT = 'Bytes from the start of each element';

const NOT_REPORTED =
  'The reflection does not say where this is bound. The target code does if it uses it.';

function bindingOf({ binding, offset, children, isHeading }: ParameterRow) {
  if (binding !== '' || offset !== null || children.length > 0 || isHeading) return binding;
  return (
    <span className={styles['quiet']} title={NOT_REPORTED}>
      not reported
    </span>
  );
}

/** For a parameter that the source does not declare: the module that it comes from. */
function originOf(declared: DeclaredName | null, { has }: Declarations) {
  if (declared?.kind !== 'global' || has(declared)) return null;
  const module = LIBRARY_PARAMETERS.get(declared.name);
  return module && <span className={styles['quiet']}>from {module}</span>;
}

interface Declarations {
  readonly has: (name: DeclaredName) => boolean;
  readonly reveal: (name: DeclaredName) => void;
}

interface DeclaredButtonProps {
  readonly declared: DeclaredName | null;
  readonly text: string;
  /** Precedes the text in the accessible name, for users who can't see the row's position. */
  readonly parent?: string;
  readonly declarations: Declarations;
}

/** A name that links to its declaration, if the sources have one. */
function DeclaredButton(props: DeclaredButtonProps) {
  const { declared, text, parent = '', declarations } = props;
  if (!declared || !declarations.has(declared))
    return <span className={styles['text']}>{text}</span>;
  return (
    <button
      type="button"
      className={styles['link']}
      aria-label={parent === '' ? undefined : parent + text}
      title={`Go to the declaration of ${text}`}
      onClick={() => declarations.reveal(declared)}
    >
      {text}
    </button>
  );
}
