import { type Extension, Prec } from '@codemirror/state';
import { type KeyBinding, keymap } from '@codemirror/view';
import { DEBUGGER_COMMANDS, type DebuggerCommand } from '#tools/debugger/debuggerCommands.ts';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';
import { appearance } from './appearance.ts';
import { type BreakpointOptions, breakpointKeys, breakpoints } from './breakpoints.ts';
import { type InlineTrace, inlineTrace } from './inlineTrace.ts';

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
