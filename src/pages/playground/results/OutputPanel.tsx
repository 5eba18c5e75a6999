import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { LongText } from '#ui/LongText.tsx';
import { ClearIcon } from '#ui/moreIcons.tsx';
import { PanelBar } from '#ui/PanelBar.tsx';
import { shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './OutputPanel.module.css';

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
      <LongText text={printed} className={styles['text']} />
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
