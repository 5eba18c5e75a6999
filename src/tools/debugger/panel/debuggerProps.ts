import type { StoreApi } from 'zustand';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggerState } from '#tools/debugger/state.ts';

/** What every part of the Debugger tab gets. */
export interface DebuggerProps {
  readonly store: StoreApi<DebuggerState>;
  readonly commands: DebuggerCommands;
}
