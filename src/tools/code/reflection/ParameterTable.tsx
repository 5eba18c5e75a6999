import { Fragment, startTransition, useState } from 'react';
import { LIBRARY_PARAMETERS } from '#core/plan/reflection/declaredPlaces.ts';
import type { DeclaredName, ParameterRow } from '#core/plan/reflection/parameterRows.ts';
import { offsetText, PARAMETER_COLUMNS } from '#core/plan/reflection/parameterTable.ts';
import { type VisibleRow, visibleRows } from '#core/plan/reflection/visibleRows.ts';
import { brief } from '#core/util/text.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/icons.tsx';
import { BufferBytes } from './ByteRuler.tsx';
import { type Declarations, DeclaredButton } from './DeclaredButton.tsx';
import styles from './ReflectionTables.module.css';

/** Longer names and types are cut; the tooltip has more of a type. */
const MAX_TEXT = 160;

const NUMBERS: ReadonlySet<string> = new Set(['Offset', 'Size']);

/** More rows at once would block the page. */
const SHOWN_AT_FIRST = 200;
const SHOWN_MORE = 1000;

interface ParameterTableProps {
  readonly rows: readonly ParameterRow[];
  /** A search opens what it found. */
  readonly isSearched: boolean;
  readonly declarations: Declarations;
}

/** What the program takes from outside, and where it is bound. */
export function ParameterTable({ rows, isSearched, declarations }: ParameterTableProps) {
  // Those that are not as they are at first. A search has its own, and leaves the others as they are.
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

/** A long name may break where its arguments begin. */
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

/** Where a parameter comes from that the source does not declare. */
function originOf(declared: DeclaredName | null, { has }: Declarations) {
  if (declared?.kind !== 'global' || has(declared)) return null;
  const module = LIBRARY_PARAMETERS.get(declared.name);
  return module && <span className={styles['quiet']}>from {module}</span>;
}
