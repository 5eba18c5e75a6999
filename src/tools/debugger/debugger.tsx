import { EditorView } from '@codemirror/view';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { once } from '#core/util/once.ts';
import { bindSource } from '#tools/debugger/inline/sourceBinding.ts';
import { createVisibleFile } from '#tools/debugger/inline/visibleFile.ts';
import { DebuggerPanel } from '#tools/debugger/panel/DebuggerPanel.tsx';
import { DebuggerToolbar } from '#tools/debugger/panel/DebuggerToolbar.tsx';
import { PictureOverlay } from '#tools/debugger/panel/PictureOverlay.tsx';
import {
  createDebuggerSession,
  type DebuggerSession,
} from '#tools/debugger/session/debuggerSession.ts';
import { addFileExtension } from '#ui/editor/editorExtensions.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import type { Paint } from './paint/paint.tsx';

export interface Debugger extends LoadedTool {
  readonly session: DebuggerSession;
  /** Loads on first use. */
  readonly paint: StoreApi<Paint | null>;
  loadPaint(): Promise<Paint>;
}

/** Creates the debugger, closed: its session, and its part of the source editor. */
export function createDebugger(context: ToolContext): Debugger {
  let cursorLine: () => number | null = () => null;
  const session = createDebuggerSession({
    ...context,
    cursorLine: () => cursorLine(),
    paint(line) {
      void loadPaint().then((loaded) => loaded?.paintSelection(line));
    },
  });
  const { store, commands, memory, compare } = session;
  cursorLine = bindSource(store, commands, createVisibleFile(context.workspace)).cursorLine;
  addFileExtension(
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) session.sourceEdited();
    }),
  );
  const paint = createStore<Paint | null>(() => null);
  const loadPaint = once(async () => {
    const { createPaint } = await import('./paint/paint.tsx');
    const loaded = createPaint(context, commands.open);
    paint.setState(loaded, true);
    return loaded;
  });
  const Painted = ({ as }: { readonly as: 'Overlay' | 'Figure' }) => {
    const Shown = useStore(paint, (loaded) => loaded?.[as]);
    return Shown ? <Shown /> : null;
  };
  return {
    session,
    ...{ paint, loadPaint },
    Panel: () => (
      <DebuggerPanel {...{ store, commands, memory, compare }} painted={<Painted as="Figure" />} />
    ),
    Toolbar: () => <DebuggerToolbar {...{ store, commands }} />,
    parts: {
      'picture overlay': () => (
        <>
          <Painted as="Overlay" />
          <PictureOverlay {...{ store, commands, compare }} canvas={context.canvas} />
        </>
      ),
    },
  };
}
