import { expect, it, vi } from 'vitest';
import type { Workspace } from '#workspace/workspace.ts';
import { lintSource } from './SourcePanel.tsx';

vi.mock('#core/source/lints/findLints.ts', () => ({
  findLints() {
    throw new Error('broken');
  },
}));

it('reports a lint that throws, and shows no findings', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const listeners: Parameters<Workspace['onInspection']>[0][] = [];
  const showLints = vi.fn();
  const state = () => ({ kind: 'ready' }) as const;
  lintSource(
    { onInspection: (listener) => listeners.push(listener) as never },
    { state, subscribe: () => () => {} },
    { showLints },
  );
  for (const tell of listeners) tell({ project: { text: '', files: [] }, answer: {} } as never);
  await vi.waitFor(() => expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('broken')));
  expect(showLints).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
