import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type CodeView, createCodeView } from '#editor/codeView.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './TargetCodePanel.module.css';

/** The newest compile's code, read-only and highlighted. */
export function TargetCodePanel({ workspace }: { readonly workspace: Workspace }) {
  const targetCode = useStore(workspace.store, (state) => state.targetCode);
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView>(null);

  useEffect(() => {
    if (!parent.current) return;
    const created = createCodeView(parent.current, 'Target code');
    view.current = created;
    return created.dispose;
  }, []);

  useEffect(() => {
    const language = targetCode?.target === 'WGSL' ? 'wgsl' : 'plain';
    view.current?.show(targetCode?.text ?? '', language);
  }, [targetCode]);

  return <div ref={parent} className={styles['view']} />;
}
