import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LanguageService } from '#editor/languageService.ts';
import type { ProblemCounts } from '#editor/problems.ts';
import { createSourceEditor, type SourceEditor } from '#editor/sourceEditor.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { lintSource } from './lintSource.ts';
import styles from './SourcePanel.module.css';
import { SourceStatus } from './SourceStatus.tsx';
import { sourceFile } from './sourceFile.ts';

interface SourcePanelProps {
  readonly workspace: Workspace;
  readonly language: LanguageService;
  /** Shown above the editor. */
  readonly header?: ReactNode;
  /** Shown in the status bar. */
  readonly statusExtra?: ReactNode;
}

/** The source editor and its status bar. It shows each source that is opened. */
export function SourcePanel({ workspace, language, header, statusExtra }: SourcePanelProps) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<SourceEditor>(null);
  const [isBlank, setIsBlank] = useState(false);
  const [problems, setProblems] = useState<ProblemCounts>({ errors: 0, warnings: 0 });

  useEffect(() => {
    if (!parent.current) return;
    const { store } = workspace;
    const { text, place, revision } = store.getState().opened;
    const created = createSourceEditor({
      parent: parent.current,
      text,
      place,
      origin: revision,
      onEdit: workspace.sourceEdited,
      onPlace: workspace.placeChanged,
      onProblems: setProblems,
      onBlank: setIsBlank,
      language,
    });
    // Before the first source is opened, nothing can be blank.
    setIsBlank(revision > 0 && text.trim() === '');
    editor.current = created;
    const stopLints = lintSource(workspace, language, created);
    const unsubscribe = store.subscribe(({ opened, revealed }, before) => {
      if (opened !== before.opened) created.open(opened.text, opened.place, opened.revision);
      if (revealed && revealed !== before.revealed) created.reveal(revealed);
    });
    return () => {
      unsubscribe();
      stopLints();
      created.dispose();
    };
  }, [workspace, language]);

  return (
    <div className={styles['panel']}>
      {header}
      <div ref={parent} className={styles['editor']} />
      <SourceStatus
        language={language}
        problems={problems}
        isBlank={isBlank}
        extra={statusExtra}
        onOutline={() => editor.current?.openOutline()}
        onNextProblem={() => editor.current?.goToNextProblem()}
        onSave={() => saveFile(sourceFile(workspace.sourceText(), workspace.sourceUri()))}
      />
    </div>
  );
}
