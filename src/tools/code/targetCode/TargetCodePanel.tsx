import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { TARGETS } from '#core/output/compileTarget.ts';
import { hasLineDirectives } from '#core/output/lineMap/relativeTarget.ts';
import { isOnlyCompiled } from '#core/plan/planRun.ts';
import { linesText } from '#core/util/countText.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { type CodeView, createCodeView } from '#ui/editor/codeView.ts';
import { codeViewExtensions } from '#ui/editor/codeViewExtensions.ts';
import { SearchIcon } from '#ui/icons.tsx';
import { DirectiveIcon } from '#ui/moreIcons.tsx';
import { PanelBar } from '#ui/PanelBar.tsx';
import { CommandMenu } from '#ui/tools/CommandMenu.tsx';
import { Slot } from '#ui/tools/Slot.tsx';
import { useChoice } from '#ui/useChoice.ts';
import type { TargetCode } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './TargetCodePanel.module.css';
import { MORE_FOR_TARGET_CODE, toggle } from './targetCodeCommands.ts';

interface TargetCodePanelProps {
  readonly workspace: Workspace;
}

/** The newest compile's code, read-only and highlighted, for the user to search, copy and save. */
export function TargetCodePanel({ workspace }: TargetCodePanelProps) {
  const targetCode = useStore(workspace.store, (state) => state.targetCode);
  const note = useStore(workspace.store, ({ messages }) =>
    messages.find(({ text }) => isOnlyCompiled(text)),
  );
  const wraps = useChoice('wrapTargetCode') === 'true';
  const showsDirectives = useChoice('lineDirectives') === 'true';
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView>(null);

  useEffect(() => {
    if (!parent.current) return;
    const created = createCodeView(parent.current, 'Target code', codeViewExtensions);
    view.current = created;
    return created.dispose;
  }, []);
  // Must run before the effect that shows the text: otherwise, the directives are briefly hidden.
  useEffect(() => view.current?.setDirectives(showsDirectives), [showsDirectives]);
  useEffect(() => {
    if (targetCode) view.current?.show(targetCode.text, TARGETS[targetCode.target].language);
  }, [targetCode]);
  useEffect(() => view.current?.setWrapping(wraps), [wraps]);

  return (
    <div className={styles['panel']}>
      <PanelBar info={targetCode ? describe(targetCode) : 'Nothing compiled yet.'}>
        <Slot name="target code" />
        {targetCode?.succeeded && hasLineDirectives(targetCode.target) && (
          <Button
            kind="icon"
            label="Show line directives"
            hint="Show line directives (#line)"
            pressed={showsDirectives}
            onClick={() => toggle('lineDirectives')}
          >
            <DirectiveIcon />
          </Button>
        )}
        <CopyButton
          label="Copy target code"
          text={() => workspace.store.getState().targetCode?.text ?? ''}
        />
        <Button
          kind="icon"
          label="Find in target code"
          hint="Find in target code (Ctrl+F)"
          onClick={() => view.current?.openSearch()}
        >
          <SearchIcon />
        </Button>
        <CommandMenu label={MORE_FOR_TARGET_CODE}>
          <span aria-hidden="true">⋯</span>
        </CommandMenu>
      </PanelBar>
      {note !== undefined && <p className={styles['note']}>{note.text}</p>}
      <div ref={parent} className={styles['view']} />
    </div>
  );
}

function describe({ target, text, succeeded }: TargetCode): string {
  if (!succeeded) return `${target} · no code`;
  const lines = text.trimEnd().split('\n').length;
  return `${target} · ${linesText(lines)}`;
}
