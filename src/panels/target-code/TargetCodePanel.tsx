import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type CodeLanguage, type CodeView, createCodeView } from '#editor/codeView.ts';
import type { CompileTarget } from '#program/compileTarget.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './TargetCodePanel.module.css';

const LANGUAGES: Readonly<Record<CompileTarget, CodeLanguage>> = {
  SPIRV: 'spirv',
  HLSL: 'c-like',
  GLSL: 'c-like',
  METAL: 'c-like',
  WGSL: 'wgsl',
  CUDA: 'c-like',
};

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
    if (targetCode) view.current?.show(targetCode.text, LANGUAGES[targetCode.target]);
  }, [targetCode]);

  return <div ref={parent} className={styles['view']} />;
}
