import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { TARGETS } from '#core/output/compileTarget.ts';
import { hasLineDirectives } from '#core/output/lineMap/relativeTarget.ts';
import { isOnlyCompiled } from '#core/plan/planRun.ts';
import { linesText } from '#core/util/countText.ts';
import { choose } from '#engine/storage/choices.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { type CodeView, createCodeView } from '#ui/editor/codeView.ts';
import { codeViewExtensions } from '#ui/editor/codeViewExtensions.ts';
import { DirectiveIcon, DownloadIcon, SearchIcon, WrapIcon } from '#ui/moreIcons.tsx';
import { PanelBar } from '#ui/PanelBar.tsx';
import { saveFile } from '#ui/saveFile.ts';
import { Slot } from '#ui/tools/Slot.tsx';
import { useChoice } from '#ui/useChoice.ts';
import type { TargetCode } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './TargetCodePanel.module.css';
import { targetFile } from './targetFile.ts';

interface TargetCodePanelProps {
  readonly workspace: Workspace;
}

/**
 * The newest compile's code, read-only and highlighted. The user searches, copies and saves it
 * here.
 */
export function TargetCodePanel({ workspace }: TargetCodePanelProps) {
  const targetCode = useStore(workspace.store, (state) => state.targetCode);
  const note = useStore(workspace.store, ({ messages }) =>
    messages.find(({ text }) => isOnlyCompiled(text)),
  );
  const [wraps, toggleWrapping] = useToggle('wrapTargetCode');
  const [showsDirectives, toggleDirectives] = useToggle('lineDirectives');
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView>(null);

  useEffect(() => {
    if (!parent.current) return;
    const created = createCodeView(parent.current, 'Target code', codeViewExtensions);
    view.current = created;
    return created.dispose;
  }, []);
  // Before the effect that shows the text, which would hide them for a moment.
  useEffect(() => view.current?.setDirectives(showsDirectives), [showsDirectives]);
  useEffect(() => {
    if (targetCode) view.current?.show(targetCode.text, TARGETS[targetCode.target].language);
  }, [targetCode]);
  useEffect(() => view.current?.setWrapping(wraps), [wraps]);

  return (
    <div className={styles['panel']}>
      <PanelBar info={targetCode ? describe(targetCode) : 'Nothing compiled yet.'}>
        <Slot name="target code" />
        <Button
          kind="icon"
          label="Find in target code"
          hint="Find in target code (Ctrl+F)"
          onClick={() => view.current?.openSearch()}
        >
          <SearchIcon />
        </Button>
        {targetCode?.succeeded && hasLineDirectives(targetCode.target) && (
          <Button
            kind="icon"
            label="Show line directives"
            hint="Show line directives (#line)"
            pressed={showsDirectives}
            onClick={toggleDirectives}
          >
            <DirectiveIcon />
          </Button>
        )}
        <Button
          kind="icon"
          label="Wrap lines"
          hint="Wrap lines"
          pressed={wraps}
          onClick={toggleWrapping}
        >
          <WrapIcon />
        </Button>
        <CopyButton
          label="Copy target code"
          text={() => workspace.store.getState().targetCode?.text ?? ''}
        />
        <Button
          kind="icon"
          label="Download target code"
          hint="Download"
          disabled={!targetCode?.succeeded}
          onClick={() => targetCode?.succeeded && saveFile(targetFile(targetCode))}
        >
          <DownloadIcon />
        </Button>
      </PanelBar>
      {note !== undefined && <p className={styles['note']}>{note.text}</p>}
      <div ref={parent} className={styles['view']} />
    </div>
  );
}

/** A stored setting that is on or off, and its toggle. */
function useToggle(name: 'wrapTargetCode' | 'lineDirectives'): [boolean, () => void] {
  const isOn = useChoice(name) === 'true';
  return [isOn, () => choose(name, isOn ? 'false' : 'true')];
}

function describe({ target, text, succeeded }: TargetCode): string {
  if (!succeeded) return `${target} · no code`;
  const lines = text.trimEnd().split('\n').length;
  return `${target} · ${linesText(lines)}`;
}
