import { type Extension, Prec } from '@codemirror/state';
import { type KeyBinding, keymap } from '@codemirror/view';
import type { DebuggerCommands } from '#tools/debugger/state.ts';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';
import { appearance } from './appearance.ts';
import { type BreakpointOptions, breakpointKeys, breakpoints } from './breakpoints.ts';
import { type InlineTrace, inlineTrace } from './inlineTrace.ts';

/** Commands that have a key in the editor. */
export type KeyCommand = Extract<
  keyof DebuggerCommands,
  'forward' | 'back' | 'over' | 'out' | 'runToCursor' | 'continue' | 'continueBack'
>;

export interface DebuggerExtensionOptions extends BreakpointOptions {
  /** False if the key does not belong to the debugger now. */
  onCommand(name: KeyCommand): boolean;
  /** What a new editor shows from the start. */
  readonly first: {
    trace(): InlineTrace | null;
    breakpoints(): readonly Breakpoint[];
  };
}

/** F5 stays Run, so that Continue needs another key with it. */
const KEYS: Readonly<Record<string, KeyCommand>> = {
  F10: 'over',
  F11: 'forward',
  'Shift-F10': 'back',
  'Shift-F11': 'out',
  'Ctrl-F10': 'runToCursor',
  'Ctrl-F5': 'continue',
  'Ctrl-Shift-F5': 'continueBack',
};

/** What the debugger adds to the source editor. */
export function debuggerExtension(options: DebuggerExtensionOptions): Extension {
  const { first, onCommand } = options;
  const commands = Object.entries(KEYS).map(
    ([key, name]): KeyBinding => ({
      key,
      run: () => onCommand(name),
      stopPropagation: true,
    }),
  );
  return [
    inlineTrace(() => first.trace()),
    breakpoints(() => first.breakpoints(), options),
    Prec.high(keymap.of([...commands, ...breakpointKeys(options)])),
    appearance,
  ];
}
