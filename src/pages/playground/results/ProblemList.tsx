import { useStore } from 'zustand';
import { type Diagnostic, type Severity, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { brief } from '#core/util/text.ts';
import { WarningIcon } from '#ui/icons.tsx';
import { ErrorIcon, NoteIcon } from '#ui/moreIcons.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ProblemList.module.css';

/** More items would block the page for seconds. */
const MAX_ITEMS = 200;

/** The compiler's problems, one per line. Pressing one in a project file goes to its place. */
export function ProblemList({ workspace }: { readonly workspace: Workspace }) {
  const diagnostics = useStore(workspace.store, (state) => state.diagnostics);
  const files = useStore(workspace.store, (state) => state.files);
  const paths = new Set([USER_SHADER_PATH, ...files.map(({ path }) => `/${path}`)]);
  const all = diagnostics.flatMap((diagnostic) => [diagnostic, ...diagnostic.notes]);
  if (all.length === 0) return null;
  const others = all.length - MAX_ITEMS;
  return (
    <ul className={styles['list']} aria-label="Problems">
      {all.slice(0, MAX_ITEMS).map((diagnostic, index) => (
        // Problems have no identity beyond their index in the list.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <li key={index} className={styles['item']} data-severity={diagnostic.severity}>
          <Problem
            diagnostic={diagnostic}
            canBeOpened={diagnostic.line > 0 && paths.has(diagnostic.path)}
            isOnlyFile={files.length === 0}
            workspace={workspace}
          />
        </li>
      ))}
      {others > 0 && (
        <li className={styles['others']}>
          {others.toLocaleString('en')} more are in the compiler output below, as far as it goes.
        </li>
      )}
    </ul>
  );
}

interface ProblemProps {
  readonly diagnostic: Diagnostic;
  /** Whether the problem's place is in a file of the project. */
  readonly canBeOpened: boolean;
  /** Whether the project has only the main file, whose name then adds no information. */
  readonly isOnlyFile: boolean;
  readonly workspace: Workspace;
}

function Problem({ diagnostic, canBeOpened, isOnlyFile, workspace }: ProblemProps) {
  const { path, line, column = 1, length = 0, severity, message, code } = diagnostic;
  const content = (
    <>
      <SeverityIcon severity={severity} />
      <span className={styles['message']}>
        {brief(message)}
        {code !== undefined && <span className={styles['code']}> {code}</span>}
      </span>
      <span className={styles['place']}>{placeOf(diagnostic, isOnlyFile)}</span>
    </>
  );
  if (!canBeOpened) {
    return <div className={styles['problem']}>{content}</div>;
  }
  return (
    <button
      type="button"
      className={styles['problem']}
      onClick={() => workspace.reveal({ line, column, length }, path)}
    >
      {content}
    </button>
  );
}

function placeOf({ path, line, column }: Diagnostic, isOnlyFile: boolean): string {
  if (line === 0) return '';
  const place = column === undefined ? String(line) : `${line}:${column}`;
  return path === USER_SHADER_PATH && isOnlyFile ? place : `${path.replace(/^\//, '')} ${place}`;
}

const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  note: 'Note',
  warning: 'Warning',
  error: 'Error',
  fatal: 'Fatal error',
};

function SeverityIcon({ severity }: { readonly severity: Severity }) {
  return (
    <span className={styles['icon']} role="img" aria-label={SEVERITY_NAMES[severity]}>
      {severity === 'note' ? (
        <NoteIcon />
      ) : severity === 'warning' ? (
        <WarningIcon />
      ) : (
        <ErrorIcon />
      )}
    </span>
  );
}
