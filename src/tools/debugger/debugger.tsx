import { EditorView } from '@codemirror/view';
import { bindSource } from '#tools/debugger/inline/sourceBinding.ts';
import { DebuggerPanel } from '#tools/debugger/panel/DebuggerPanel.tsx';
import { DebuggerToolbar } from '#tools/debugger/panel/DebuggerToolbar.tsx';
import { PictureOverlay } from '#tools/debugger/panel/PictureOverlay.tsx';
import {
  createDebuggerSession,
  type DebuggerSession,
} from '#tools/debugger/session/debuggerSession.ts';
import { addEditorExtension } from '#ui/editor/editorExtensions.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';

export interface Debugger extends LoadedTool {
  readonly session: DebuggerSession;
}

/** Creates the debugger, closed: its session, and its part of the source editor. */
export function createDebugger(context: ToolContext): Debugger {
  let cursorLine: () => number | null = () => null;
  const session = createDebuggerSession({ ...context, cursorLine: () => cursorLine() });
  const { store, commands } = session;
  cursorLine = bindSource(store, commands).cursorLine;
  addEditorExtension(
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) session.sourceEdited();
    }),
  );
  return {
    session,
    Panel: () => <DebuggerPanel {...{ store, commands }} />,
    Toolbar: () => <DebuggerToolbar {...{ store, commands }} />,
    parts: {
      'picture overlay': () => <PictureOverlay {...{ store, commands }} canvas={context.canvas} />,
    },
  };
}
