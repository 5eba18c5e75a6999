import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { ClearIcon } from '#ui/icons.tsx';
import { PanelBar } from '#ui/PanelBar.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { lineBlocks } from './lineBlocks.ts';
import styles from './OutputPanel.module.css';

const BLOCK_LINES = 200;

const STALE = 'of the last version that worked';

/**
 * What the shader printed, line breaks kept. The text is the panel's whole text content: the
 * buttons have icons only, and what else is to read comes from the style sheet.
 */
export function OutputPanel({ workspace }: { readonly workspace: Workspace }) {
  const printed = useStore(workspace.store, (state) => state.printed);
  const stale = useStore(workspace.store, (state) => state.stale);
  const blocks = useMemo(() => lineBlocks(printed, BLOCK_LINES), [printed]);
  return (
    <div className={styles['output']}>
      <PanelBar info={infoOf(printed, stale)}>
        <CopyButton label="Copy output" text={() => workspace.store.getState().printed} />
        <Button
          kind="icon"
          label="Clear output"
          hint="Clear output"
          onClick={workspace.clearOutput}
        >
          <ClearIcon />
        </Button>
      </PanelBar>
      {/* The text scrolls, so the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region */}
      <pre className={styles['text']} tabIndex={0}>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the text
          <span key={index} className={styles['block']}>
            {block}
          </span>
        ))}
      </pre>
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
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`;
}
