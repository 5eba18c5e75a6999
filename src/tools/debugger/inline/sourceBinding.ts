import { type Extension, Prec } from '@codemirror/state';
import { type EditorView, type KeyBinding, keymap, ViewPlugin } from '@codemirror/view';
import type { StoreApi } from 'zustand/vanilla';
import type { Dispose } from '#core/util/disposer.ts';
import { DEBUGGER_COMMANDS, type DebuggerCommand } from '#tools/debugger/debuggerCommands.ts';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggerState, ShownTrace } from '#tools/debugger/state.ts';
import { conditionProblem } from '#tools/debugger/trace/condition/conditionProblem.ts';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';
import { addEditorExtension } from '#ui/editor/editorExtensions.ts';
import { appearance } from './appearance.ts';
import {
  type BreakpointOptions,
  breakpointKeys,
  breakpoints,
  cursorLine,
  openCondition,
  showBreakpoints,
} from './breakpoints.ts';
import {
  type InlineTrace,
  inlineTrace,
  revealCurrentLine,
  showTrace,
  traceAtStep,
  tracedLine,
} from './inlineTrace.ts';

export interface SourceBinding extends Pick<InlineDebugger, 'cursorLine' | 'editCondition'> {
  dispose: Dispose;
}

/**
 * Keeps the source editor in step with the debugger, and sends it what is done there. Breakpoints
 * are in the editor as long as there are any, so that they move with the text while the debugger is
 * closed.
 */
export function bindSource(
  store: StoreApi<DebuggerState>,
  commands: DebuggerCommands,
  open: (options: InlineDebuggerOptions) => InlineDebugger = openInlineDebugger,
): SourceBinding {
  let inline: InlineDebugger | null = null;
  let traced: ShownTrace | null = null;
  const options = handlers(store, commands);
  const close = () => {
    inline?.dispose();
    inline = null;
    traced = null;
  };
  const show = ({ isOpen, shown, breakpoints }: DebuggerState) => {
    if (!isOpen && breakpoints.length === 0) return close();
    inline ??= open(options);
    inline.showBreakpoints(breakpoints);
    const wanted = isOpen ? shown : null;
    if (wanted === traced) return;
    traced = wanted;
    inline.showTrace(wanted && traceAtStep(wanted));
  };
  const unsubscribe = store.subscribe(show);
  show(store.getState());
  return {
    cursorLine: () => inline?.cursorLine() ?? null,
    editCondition: (line) => inline?.editCondition(line) ?? false,
    dispose() {
      unsubscribe();
      close();
    },
  };
}

function handlers(
  store: StoreApi<DebuggerState>,
  commands: DebuggerCommands,
): InlineDebuggerOptions {
  return {
    onToggleBreakpoint: commands.toggleBreakpoint,
    onCondition(line, condition) {
      const { shown } = store.getState();
      const problem = condition === null ? null : conditionProblem(condition, shown);
      if (problem !== null) return problem;
      commands.setBreakpoint({ line, condition });
      return null;
    },
    onBreakpointsMoved: (breakpoints) => store.setState({ breakpoints }),
    onCommand({ run }) {
      if (!store.getState().isOpen) return false;
      run(commands);
      return true;
    },
  };
}

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

export interface DebuggerExtensionOptions extends BreakpointOptions {
  /** False if the key does not belong to the debugger now. */
  onCommand(command: DebuggerCommand): boolean;
  /** What a new editor shows from the start. */
  readonly first: {
    trace(): InlineTrace | null;
    breakpoints(): readonly Breakpoint[];
  };
}

/** What the debugger adds to the source editor. */
export function debuggerExtension(options: DebuggerExtensionOptions): Extension {
  const { first, onCommand } = options;
  const commands = DEBUGGER_COMMANDS.flatMap((command) =>
    (command.keys ?? []).map(
      (key): KeyBinding => ({
        key: key.replaceAll('+', '-'),
        run: () => onCommand(command),
        stopPropagation: true,
      }),
    ),
  );
  return [
    inlineTrace(() => first.trace()),
    breakpoints(() => first.breakpoints(), options),
    Prec.high(keymap.of([...commands, ...breakpointKeys(options)])),
    appearance,
  ];
}
