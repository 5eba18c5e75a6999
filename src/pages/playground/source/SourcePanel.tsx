import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/project.ts';
import { BEGINNINGS } from '#core/slang/beginnings/beginnings.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { Button } from '#ui/Button.tsx';
import type { LanguageServerState, LanguageService } from '#ui/editor/languageService.ts';
import type { ProblemCounts } from '#ui/editor/problems.ts';
import { type Cursor, createSourceEditor, type SourceEditor } from '#ui/editor/sourceEditor.ts';
import { Part } from '#ui/faults/Part.tsx';
import { closeInformation } from '#ui/notices.ts';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './SourcePanel.module.css';

const SourceMenu = lazyPanel(
  'The menu of the source',
  async () => (await import('#pages/playground/layout/contextMenus.tsx')).SourceMenu,
);

interface SourcePanelProps {
  readonly workspace: Workspace;
  readonly language: LanguageService;
  readonly header?: ReactNode;
  /** The status bar's area for the source's status; null until it exists. */
  readonly status: HTMLElement | null;
  /** Added to that area. */
  readonly statusExtra?: ReactNode;
}

/** The source editor, and its part of the status bar. Shows each source that is opened. */
export function SourcePanel(props: SourcePanelProps) {
  const { workspace, language, header, status, statusExtra } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<SourceEditor>(null);
  const [shown, setShown] = useState<SourceEditor | null>(null);
  const [isBlank, setIsBlank] = useState(false);
  const [cursor, setCursor] = useState<Cursor>({ line: 1, column: 1 });
  const isMainShown = useStore(workspace.store, (state) => state.activeFile === MAIN_FILE_ID);
  const [problems, setProblems] = useState<ProblemCounts>({ errors: 0, warnings: 0 });

  useEffect(() => {
    if (!parent.current) return;
    const { store } = workspace;
    const { opened, files, activeFile, revealed } = store.getState();
    const { text, place, revision } = opened;
    const created = createSourceEditor({
      parent: parent.current,
      text,
      files,
      shown: activeFile,
      place,
      origin: revision,
      onEdit(read, origin) {
        closeInformation();
        workspace.sourceEdited(read, origin);
      },
      onFileEdit(id, read) {
        closeInformation();
        workspace.fileEdited(id, read);
      },
      onRename: (id, path) => renameFile(workspace, id, path),
      onShow: workspace.showFile,
      onPlace: workspace.placeChanged,
      onCursor: setCursor,
      onProblems: setProblems,
      onBlank: setIsBlank,
      language,
    });
    // Until a source has been opened, the editor does not count as blank.
    setIsBlank(revision > 0 && text.trim() === '');
    editor.current = created;
    setShown(created);
    // The user may have gone to a place before the editor existed.
    if (revealed) created.reveal(revealed);
    const stopLints = lintSource(workspace, language, created);
    const unsubscribe = store.subscribe((state, before) => follow(created, state, before));
    return () => {
      unsubscribe();
      stopLints();
      created.dispose();
    };
  }, [workspace, language]);

  return (
    <div className={styles['panel']}>
      {header}
      <div className={styles['editor']}>
        <div ref={parent} className={styles['text']} />
        {shown && <OverEditor editor={shown} offersBeginnings={isBlank && isMainShown} />}
      </div>
      {status &&
        createPortal(
          <SourceStatus
            {...{ language, problems, isBlank, cursor }}
            extra={statusExtra}
            onNextProblem={() => editor.current?.goToNextProblem()}
          />,
          status,
        )}
    </div>
  );
}

interface OverEditorProps {
  readonly editor: SourceEditor;
  readonly offersBeginnings: boolean;
}

function OverEditor({ editor, offersBeginnings }: OverEditorProps) {
  return (
    <>
      <Part name="The menu of the source">
        <SourceMenu editor={editor} />
      </Part>
      {offersBeginnings && (
        <Part name="The beginnings">
          <EmptySource onBegin={editor.begin} />
        </Part>
      )}
    </>
  );
}

/** Updates the editor from the store: opens the main file first and reveals a place last. */
function follow(editor: SourceEditor, state: WorkspaceState, before: WorkspaceState): void {
  const { opened, files, activeFile, revealed, edits } = state;
  const isOpened = opened !== before.opened;
  const isMainShown = activeFile === MAIN_FILE_ID;
  if (isOpened) editor.open(opened.text, isMainShown ? opened.place : null, opened.revision);
  if (files !== before.files) editor.setFiles(files);
  if (edits && edits !== before.edits) editor.applyEdits(edits.files, edits.label, edits.rename);
  if (isOpened && !isMainShown) editor.show(activeFile, opened.place);
  else if (activeFile !== before.activeFile) editor.show(activeFile, null);
  if (revealed && revealed !== before.revealed) editor.reveal(revealed);
}

/** Restores an earlier name of a project file, unless the file is gone or the name is taken. */
export function renameFile(
  { store, setFiles }: Pick<Workspace, 'store' | 'setFiles'>,
  id: number,
  path: string,
): void {
  const { files, assets } = store.getState();
  const isFree = [...files, ...assets].every((each) => each.path !== path);
  if (!isFree || !files.some((file) => file.id === id)) return;
  setFiles(files.map((file) => (file.id === id ? { ...file, path } : file)));
}

/** Shows the playground's lints after each pause in typing, while code assistance is on. */
export function lintSource(
  workspace: Pick<Workspace, 'onInspection'>,
  language: Pick<LanguageService, 'state' | 'subscribe'>,
  editor: Pick<SourceEditor, 'showLints'>,
): Dispose {
  let stop: Dispose | undefined;
  const start = () =>
    workspace.onInspection(({ project, answer }) => {
      const show = async () => {
        const { findLints } = await import('#core/source/lints/findLints.ts');
        const { text, files } = project;
        // Without a compile result there are no lints; this also removes the previous text's lints.
        const found = answer ? findLints(project, answer) : null;
        for (const file of [{ id: MAIN_FILE_ID, path: MAIN_FILE, text }, ...files]) {
          editor.showLints(file.id, file.text, found?.get(`/${file.path}`) ?? []);
        }
      };
      // The editor works without lints.
      show().catch((thrown: unknown) => reportError(thrown));
    });
  const look = () => {
    if (language.state().kind !== 'off') stop ??= start();
  };
  const unsubscribe = language.subscribe(look);
  look();
  return () => {
    unsubscribe();
    stop?.();
  };
}

interface SourceStatusProps {
  readonly language: LanguageService;
  readonly problems: ProblemCounts;
  readonly isBlank: boolean;
  readonly cursor: Cursor;
  readonly extra?: ReactNode;
  readonly onNextProblem: () => void;
}

/** The left part of the status bar: problems, position and code assistance state. */
function SourceStatus(props: SourceStatusProps) {
  const { language, problems, isBlank, cursor, extra, onNextProblem } = props;
  const state = useSyncExternalStore(language.subscribe, language.state);
  const isReady = state.kind === 'ready';
  const found = problems.errors + problems.warnings;
  return (
    <section className={styles['status']} aria-label="Source status">
      {isBlank && 'The source is empty. Write a shader or load a demo.'}
      {isReady && !isBlank && (
        <Button
          kind="small"
          hint={found > 0 ? 'Go to the next problem (F8)' : 'There are no problems to go to'}
          disabled={found === 0}
          onClick={onNextProblem}
        >
          <span className={problems.errors > 0 ? styles['errors'] : undefined}>
            {describeProblems(problems)}
          </span>
        </Button>
      )}
      {extra}
      <span className={styles['position']}>{`Line ${cursor.line}, column ${cursor.column}`}</span>
      <span className={styles['assistance']}>
        <AssistanceState state={state} onStart={language.start} />
      </span>
    </section>
  );
}

interface AssistanceStateProps {
  readonly state: LanguageServerState;
  readonly onStart: () => void;
}

function AssistanceState({ state, onStart }: AssistanceStateProps) {
  switch (state.kind) {
    case 'off':
      return (
        <Button
          kind="small"
          hint="Turn on completion, errors as you type, and definitions. Uses about 200 MB of memory"
          onClick={onStart}
        >
          Start code assistance
        </Button>
      );
    case 'starting':
      return 'Code assistance is starting…';
    case 'ready':
      return null;
    case 'restarting':
      return <span title={state.reason}>Code assistance is restarting…</span>;
    case 'failed':
      return (
        <>
          <span title={state.reason}>Code assistance has stopped.</span>
          <Button kind="small" hint={state.reason} onClick={onStart}>
            Restart code assistance
          </Button>
        </>
      );
    default:
      return assertNever(state);
  }
}

/** Such as `1 error, 2 warnings`. */
export function describeProblems({ errors, warnings }: ProblemCounts): string {
  const parts = [count(errors, 'error'), count(warnings, 'warning')].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : 'No problems';
}

function count(number: number, noun: string): string {
  if (number === 0) return '';
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

interface EmptySourceProps {
  readonly onBegin: (text: string) => void;
}

/** Offers short programs to start from, over an empty editor that still accepts text. */
function EmptySource({ onBegin }: EmptySourceProps) {
  return (
    <section className={styles['beginnings']} aria-label="Start with a short shader">
      <p>Start with a short shader, or write your own.</p>
      <div className={styles['buttons']}>
        {BEGINNINGS.map(({ name, summary, text }) => (
          <Button key={name} hint={summary} onClick={() => onBegin(text)}>
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
