import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { DebuggerCommand } from '#tools/debugger/debuggerCommands.ts';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggerState, ShownTrace } from '#tools/debugger/state.ts';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';
import { traceAtStep } from './inlineTrace.ts';
import { bindSource, type InlineDebuggerOptions } from './sourceBinding.ts';
import type { VisibleFile } from './visibleFile.ts';

const files = [
  { path: 'user.slang', text: '\n'.repeat(98), from: 0, to: 98, firstLine: 1 },
  { path: 'noise.slang', text: 'a\nb', from: 99, to: 102, firstLine: 100 },
];

/** A trace whose step n is on line n + 1, in a function called from line 50. */
function createShown(step: number, stackFrame = 0): ShownTrace {
  const replay = {
    trace: { program: { files, unseen: [] } },
    notExecuted: new Set(),
    lineAt: (at: number) => at + 1,
    callStackAt: (at: number) => [{ line: at + 1 }, { line: 50 }],
    valuesAt: (at: number) => [{ line: at + 1, values: [], count: 1 }],
  };
  return { replay, step, stackFrame, isDated: false } as unknown as ShownTrace;
}
const shown = createShown(2);

const OVER: DebuggerCommand = { title: 'step over', needs: 'trace', run: (debug) => debug.over() };

const plain = (line: number): Breakpoint => ({ line, condition: null });

function createFile() {
  const listeners = new Set<() => void>();
  let path = 'user.slang';
  const setPath = (next: string) => {
    path = next;
    for (const listener of listeners) listener();
  };
  const file: VisibleFile = {
    path: () => path,
    show: setPath,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return { file, setPath };
}

function createBinding(first: Partial<DebuggerState> = {}) {
  const store = createStore(
    () => ({ isOpen: false, shown: null, breakpoints: [], ...first }) as unknown as DebuggerState,
  );
  const calls: unknown[] = [];
  const editor: { options: InlineDebuggerOptions | null } = { options: null };
  const commands = {
    setBreakpoint: (breakpoint: Breakpoint) => calls.push(['set', breakpoint]),
    toggleBreakpoint: (line: number) => calls.push(['toggle', line]),
    over: () => calls.push(['over']),
  } as unknown as DebuggerCommands;
  const { file, setPath } = createFile();
  const binding = bindSource(store, commands, file, (options) => {
    editor.options = options;
    return {
      showTrace: (trace) => calls.push(['trace', trace?.currentLine ?? null]),
      showBreakpoints: (list) => calls.push(['breakpoints', ...list.map(({ line }) => line)]),
      reveal: () => calls.push(['reveal']),
      cursorLine: () => 7,
      editCondition: () => true,
      dispose: () => calls.push(['dispose']),
    };
  });
  return { store, binding, editor, setPath, calls: () => calls.splice(0) };
}

describe('the debugger in the source', () => {
  it('is absent until it is used', () => {
    const { binding, editor, calls } = createBinding();
    expect(editor.options).toBeNull();
    expect(calls()).toEqual([]);
    expect(binding.cursorLine()).toBeNull();
    expect(binding.editCondition(1)).toBe(false);
    binding.dispose();
  });

  it('shows each step once, and nothing after the debugger closes', () => {
    const { store, binding, calls } = createBinding();
    store.setState({ isOpen: true, shown });
    expect(calls()).toEqual([['breakpoints'], ['trace', 3]]);
    expect(binding.cursorLine()).toBe(7);
    store.setState({ watches: ['a'] });
    expect(calls()).not.toContainEqual(['trace', 3]);
    store.setState({ shown: { ...shown, step: 3 } });
    expect(calls()).toContainEqual(['trace', 4]);
    store.setState({ isOpen: false, shown: null });
    expect(calls()).toEqual([['dispose']]);
    store.setState({ isOpen: true, shown });
    expect(calls()).toContainEqual(['trace', 3]);
    binding.dispose();
    expect(calls()).toEqual([['dispose']]);
    store.setState({ isOpen: false });
    expect(calls()).toEqual([]);
  });

  it('keeps breakpoints while the debugger is closed, without its values and keys', () => {
    const showsTwo = ['breakpoints', 2];
    const breakpoints = [plain(2)];
    const { store, editor, calls } = createBinding({ isOpen: true, shown, breakpoints });
    expect(calls()).toEqual([showsTwo, ['trace', 3]]);
    expect(editor.options?.onCommand(OVER)).toBe(true);
    expect(calls()).toEqual([['over']]);
    store.setState({ isOpen: false });
    expect(calls()).toEqual([showsTwo, ['trace', null]]);
    expect(editor.options?.onCommand(OVER)).toBe(false);
    editor.options?.onBreakpointsMoved([plain(5)]);
    expect(store.getState().breakpoints).toEqual([plain(5)]);
    expect(calls()).toEqual([['breakpoints', 5]]);
    store.setState({ breakpoints: [] });
    expect(calls()).toEqual([['dispose']]);
  });

  it('sets and removes breakpoints, and rejects invalid conditions', () => {
    const { editor, calls } = createBinding({ isOpen: true, breakpoints: [plain(2)] });
    calls();
    editor.options?.onToggleBreakpoint(2);
    editor.options?.onToggleBreakpoint(3);
    expect(editor.options?.onCondition(3, 'k > 3')).toBeNull();
    expect(editor.options?.onCondition(3, null)).toBeNull();
    expect(calls()).toEqual([
      ['toggle', 2],
      ['toggle', 3],
      ['set', { path: 'user.slang', line: 3, condition: 'k > 3' }],
      ['set', { path: 'user.slang', ...plain(3) }],
    ]);
    expect(editor.options?.onCondition(3, 'k >')).toEqual(expect.stringMatching(/\.$/));
    expect(calls()).toEqual([]);
  });
});

describe('a trace through several files', () => {
  const at = (step: number) => ({ ...shown, step });

  it('opens the file of a step, and shows each file its own part', () => {
    const { store, setPath, calls } = createBinding({ isOpen: true, shown });
    calls();
    store.setState({ shown: at(99) });
    expect(calls()).toEqual([
      ...[['breakpoints'], ['trace', null]],
      ...[['breakpoints'], ['trace', 1], ['reveal']],
    ]);
    store.setState({ shown: at(100) });
    expect(calls()).toEqual([['breakpoints'], ['trace', 2]]);
    setPath('user.slang');
    expect(calls()).toEqual([['breakpoints'], ['trace', null]]);
    store.setState({ shown: at(4) });
    expect(calls()).toEqual([['breakpoints'], ['trace', 5]]);
  });

  it('stays in a recorded file when there is a new trace, or when its text is edited', () => {
    const { store, setPath, calls } = createBinding({ isOpen: true, shown });
    setPath('noise.slang');
    calls();
    store.setState({ shown: { ...shown, isDated: true } });
    store.setState({ shown: createShown(3) });
    expect(calls()).not.toContainEqual(['trace', 4]);
    setPath('other.slang');
    calls();
    store.setState({ shown: createShown(3) });
    expect(calls()).toContainEqual(['trace', 4]);
  });

  it('has its breakpoints in their files', () => {
    const other = { path: 'noise.slang', ...plain(2) };
    const { store, editor, setPath, calls } = createBinding({ breakpoints: [plain(5), other] });
    expect(calls()).toEqual([['breakpoints', 5]]);
    setPath('noise.slang');
    expect(calls()).toEqual([['breakpoints', 2]]);
    editor.options?.onBreakpointsMoved([{ ...other, line: 3 }]);
    expect(store.getState().breakpoints).toEqual([plain(5), { ...other, line: 3 }]);
    calls();
    editor.options?.onToggleBreakpoint(1);
    expect(calls()).toEqual([['toggle', 1]]);
  });
});

describe('a trace at a step', () => {
  it('is on the line of the chosen call', () => {
    expect(traceAtStep(createShown(4, 1), 'user.slang')?.currentLine).toBe(50);
    expect(traceAtStep(createShown(4, 7), 'user.slang')?.currentLine).toBe(5);
  });

  it('has no values and no line without steps', () => {
    expect(traceAtStep(createShown(-1), 'user.slang')).toMatchObject({
      values: [],
      currentLine: null,
    });
  });
});
