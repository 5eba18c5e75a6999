import type { StoreApi } from 'zustand/vanilla';
import type { Dispose } from '#core/util/disposer.ts';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggerState, ShownTrace } from '#tools/debugger/state.ts';
import { conditionProblem } from '#tools/debugger/trace/condition/conditionProblem.ts';
import {
  type InlineDebugger,
  type InlineDebuggerOptions,
  openInlineDebugger,
} from './inlineDebugger.ts';
import { traceAtStep } from './traceAtStep.ts';

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
    onToggleBreakpoint(line) {
      if (store.getState().breakpoints.some((each) => each.line === line)) {
        commands.removeBreakpoint(line);
      } else commands.setBreakpoint({ line, condition: null });
    },
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
