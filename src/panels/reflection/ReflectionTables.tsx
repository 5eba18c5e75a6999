import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { entryPointRows } from '#program/reflection/entryPointRows.ts';
import { type ParameterRow, parameterRows } from '#program/reflection/parameterRows.ts';
import { rowsAsMarkdown, rowsAsTsv, searchRows } from '#program/reflection/parameterTable.ts';
import type { JsonValue } from '#shared/json.ts';
import { brief } from '#shared/text.ts';
import { Button } from '#ui/Button.tsx';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { EntryPointTable } from './EntryPointTable.tsx';
import { ParameterTable } from './ParameterTable.tsx';
import styles from './ReflectionTables.module.css';
import { useDeclarations } from './useDeclarations.ts';

interface ReflectionTablesProps {
  readonly workspace: Workspace;
  readonly reflection: JsonValue;
  /** Empty if nothing is searched for. */
  readonly query: string;
}

/** The reflection as tables, with the places in the words of the target that was compiled to. */
export function ReflectionTables({ workspace, reflection, query }: ReflectionTablesProps) {
  const target = useStore(workspace.store, (state) => state.targetCode?.target ?? state.target);
  const declarations = useDeclarations(workspace);
  const all = useMemo(() => parameterRows(reflection, target), [reflection, target]);
  const rows = useMemo(() => (query === '' ? all : searchRows(all, query)), [all, query]);
  const entryPoints = useMemo(() => {
    const wanted = query.toLowerCase();
    return entryPointRows(reflection).filter(({ name, stage, inputs }) =>
      [name, stage, ...inputs].some((text) => text.toLowerCase().includes(wanted)),
    );
  }, [reflection, query]);
  return (
    <>
      {rows.length > 0 && (
        <section className={styles['section']}>
          <div className={styles['heading']}>
            <h2>Parameters of the {target} code</h2>
            <CopyAs rows={rows} />
          </div>
          <ParameterTable rows={rows} isSearched={query !== ''} declarations={declarations} />
          <p className={styles['status']} role="status">
            {declarations.missing !== '' &&
              `The source does not declare “${brief(declarations.missing, 100)}” now. Compile again to update the tables.`}
          </p>
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
    </>
  );
}

/** Copies the table with all rows, also those that are closed. */
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
