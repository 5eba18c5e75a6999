import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { type Diagnostic, type Severity, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { brief } from '#core/util/text.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { WarningIcon } from '#ui/icons.tsx';
import { LongText } from '#ui/LongText.tsx';
import { ClearIcon, ErrorIcon, NoteIcon } from '#ui/moreIcons.tsx';
import { PanelBar } from '#ui/PanelBar.tsx';
import type { Message } from '#workspace/messages.ts';
import { shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ResultPanels.module.css';

/**
 * All messages of the newest compile and run, with their line breaks. The compiler's own output is
 * folded while the problem list above says the same.
 */
export function DiagnosticsPanel({ workspace }: { readonly workspace: Workspace }) {
  const messages = useStore(workspace.store, (state) => state.messages);
  const isListed = useStore(workspace.store, (state) => state.diagnostics.length > 0);
  const sections = sectionsOf(messages, isListed);
  return (
    <div className={styles['panel']}>
      {sections.map(({ isFolded, texts }, index) => {
        const end = index < sections.length - 1 ? '\n' : '';
        const text = <LongText text={texts.join('\n') + end} wraps className={styles['text']} />;
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its position in the text
        if (!isFolded) return <div key={index}>{text}</div>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is its position in the text
          <details key={index}>
            {/* A label, not text: the panel's text content must be only the messages. */}
            <summary className={styles['summary']} aria-label="Compiler output" />
            {text}
          </details>
        );
      })}
    </div>
  );
}

interface Section {
  readonly isFolded: boolean;
  readonly texts: string[];
}

/**
 * Groups the messages, in order, into sections of adjacent messages that are all folded or all not.
 */
function sectionsOf(messages: readonly Message[], foldsOutput: boolean): Section[] {
  const sections: Section[] = [];
  for (const { about, text } of messages) {
    const isFolded = foldsOutput && about === 'compiler output';
    const last = sections.at(-1);
    if (last?.isFolded === isFolded) last.texts.push(text);
    else sections.push({ isFolded, texts: [text] });
  }
  return sections;
}

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

interface OutputPanelProps {
  readonly workspace: Workspace;
  readonly buttons?: ReactNode;
}

const STALE = 'from the last working shader';

/**
 * The text that the shader printed, with its line breaks. It is the panel's entire text content:
 * the buttons have only icons, and the style sheet adds the other words.
 */
export function OutputPanel({ workspace, buttons }: OutputPanelProps) {
  const printed = useStore(workspace.store, (state) => shownRun(state).printed);
  const stale = useStore(workspace.store, (state) => shownRun(state).stale);
  return (
    <div className={styles['output']}>
      <PanelBar info={infoOf(printed, stale)}>
        {buttons}
        <CopyButton label="Copy output" text={() => shownRun(workspace.store.getState()).printed} />
        <Button
          kind="icon"
          label="Clear output"
          hint="Clear output"
          onClick={workspace.clearOutput}
        >
          <ClearIcon />
        </Button>
      </PanelBar>
      <LongText text={printed} className={styles['output']} />
    </div>
  );
}

function infoOf(printed: string, stale: boolean): string {
  const size = sizeOf(printed);
  if (!stale) return size;
  return size === '' ? STALE : `${size} · ${STALE}`;
}

function sizeOf(text: string): string {
  if (text === '') return '';
  const lines = lineCount(text);
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`;
}

function lineCount(text: string): number {
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
