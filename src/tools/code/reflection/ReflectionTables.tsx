import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createFindDeclaration, LIBRARY_PARAMETERS } from '#core/plan/reflection/declaredPlaces.ts';
import type { EntryPointRow } from '#core/plan/reflection/entryPointRows.ts';
import type { DeclaredName, ParameterRow } from '#core/plan/reflection/parameterRows.ts';
import { rowsAsMarkdown, rowsAsTsv } from '#core/plan/reflection/parameterTable.ts';
import { brief } from '#core/util/text.ts';
import { Button } from '#ui/Button.tsx';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { type Declarations, DeclaredButton } from './DeclaredButton.tsx';
import { ParameterTable } from './ParameterTable.tsx';
import styles from './ReflectionTables.module.css';
import type { ShownReflection } from './shownReflection.ts';

interface ReflectionTablesProps {
  readonly workspace: Workspace;
  readonly shown: ShownReflection;
}

/** The reflection as tables, with the places in the words of the target that was compiled to. */
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

/** Longer sources are not read until someone goes to a declaration: it takes too long. */
const MAX_READ = 200_000;

/** Finds the declarations of what was compiled. `missing` names what was looked for in vain. */
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
  // A newer compile has other rows.
  return { has, reveal, missing: missed?.of === request ? missed.name : '' };
}

interface EntryPointTableProps {
  readonly rows: readonly EntryPointRow[];
  readonly declarations: Declarations;
}

/** The entry points with their group sizes and inputs. */
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
