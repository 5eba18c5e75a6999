import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { MAIN_FILE_ID } from '#core/project/mainFile.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';
import type { ProblemCounts } from '#ui/editor/problems.ts';
import { type Cursor, createSourceEditor, type SourceEditor } from '#ui/editor/sourceEditor.ts';
import { Part } from '#ui/faults/Part.tsx';
import { closeInformation } from '#ui/notices.ts';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { lintSource } from './lintSource.ts';
import { renameFile } from './renameFile.ts';
import styles from './SourcePanel.module.css';
import { SourceStatus } from './SourceStatus.tsx';

const EmptySource = lazyPanel(
  'The beginnings',
  async () => (await import('./EmptySource.tsx')).EmptySource,
);

const SourceMenu = lazyPanel(
  'The menu of the source',
  async () => (await import('./SourceMenu.tsx')).SourceMenu,
);

interface SourcePanelProps {
  readonly workspace: Workspace;
  readonly language: LanguageService;
  /** Shown above the editor. */
  readonly header?: ReactNode;
  /** Where the status bar has room for the state of the source. */
  readonly status: HTMLElement | null;
  /** Shown there too. */
  readonly statusExtra?: ReactNode;
}

/** The source editor, and its part of the status bar. It shows each source that is opened. */
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
    // Before the first source is opened, nothing can be blank.
    setIsBlank(revision > 0 && text.trim() === '');
    editor.current = created;
    setShown(created);
    // Somebody asked for a place before the editor was there.
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

/** Brings the editor up to the store: the main file first, and what is revealed last. */
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
