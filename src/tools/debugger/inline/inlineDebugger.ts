import { type EditorView, ViewPlugin } from '@codemirror/view';
import type { Dispose } from '#core/util/disposer.ts';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';
import { addEditorExtension } from '#ui/editor/editorExtensions.ts';
import { cursorLine, openCondition, showBreakpoints } from './breakpoints.ts';
import { type DebuggerExtensionOptions, debuggerExtension } from './debuggerExtension.ts';
import { type InlineTrace, revealCurrentLine, showTrace, tracedLine } from './inlineTrace.ts';

export type InlineDebuggerOptions = Omit<DebuggerExtensionOptions, 'first'>;

/** The debugger in the source editor, whether that is there, comes later, or is replaced. */
export interface InlineDebugger {
  showTrace(trace: InlineTrace | null): void;
  showBreakpoints(breakpoints: readonly Breakpoint[]): void;
  /** Where the cursor is, as a line of the traced source; null if it has no such line. */
  cursorLine(): number | null;
  /** Asks for a breakpoint's condition below its line; false if there is no editor. */
  editCondition(line: number): boolean;
  dispose: Dispose;
}

export function openInlineDebugger(options: InlineDebuggerOptions): InlineDebugger {
  let current: EditorView | null = null;
  let trace: InlineTrace | null = null;
  let breakpoints: readonly Breakpoint[] = [];
  const watchView = ViewPlugin.define((view) => {
    current = view;
    // While it is created, it cannot scroll.
    queueMicrotask(() => current === view && revealCurrentLine(view));
    return {
      destroy() {
        if (current === view) current = null;
      },
    };
  });
  const first = { trace: () => trace, breakpoints: () => breakpoints };
  const remove = addEditorExtension([debuggerExtension({ ...options, first }), watchView]);
  return {
    showTrace(next) {
      trace = next;
      if (current) showTrace(current, next);
    },
    showBreakpoints(next) {
      breakpoints = next;
      if (current) showBreakpoints(current, next);
    },
    cursorLine: () => current && tracedLine(current.state, cursorLine(current)),
    editCondition: (line) => current !== null && openCondition(current, line),
    dispose: remove,
  };
}
