import { EditorView } from '@codemirror/view';
import { addEditorExtension } from '#ui/editor/editorExtensions.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { bindSource } from './inline/sourceBinding.ts';
import { DebuggerPanel } from './panel/DebuggerPanel.tsx';
import { PictureOverlay } from './panel/PictureOverlay.tsx';
import type { DebuggerContext } from './session/context.ts';
import { createDebuggerSession, type DebuggerSession } from './session/debuggerSession.ts';

/** All that a page needs of the debugger. */
export interface Debugger {
  readonly session: DebuggerSession;
  readonly Panel: typeof DebuggerPanel;
  readonly Overlay: typeof PictureOverlay;
  dispose: Dispose;
}

/** Starts the debugger of a page, closed: its session, and what it shows in the source editor. */
export function createDebugger(context: Omit<DebuggerContext, 'cursorLine'>): Debugger {
  let cursorLine: () => number | null = () => null;
  const session = createDebuggerSession({ ...context, cursorLine: () => cursorLine() });
  const source = bindSource(session.store, session.commands);
  cursorLine = source.cursorLine;
  const watchEdits = addEditorExtension(
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) session.sourceEdited();
    }),
  );
  return {
    session,
    Panel: DebuggerPanel,
    Overlay: PictureOverlay,
    dispose() {
      watchEdits();
      source.dispose();
      session.dispose();
    },
  };
}
