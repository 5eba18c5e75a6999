import type { StoreApi } from 'zustand';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggerState } from '#tools/debugger/state.ts';

export interface DebuggerProps {
  readonly store: StoreApi<DebuggerState>;
  readonly commands: DebuggerCommands;
}
