import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { CompareSession } from '#tools/debugger/compare/compareSession.ts';
import type { MemorySession } from '#tools/debugger/memory/memorySession.ts';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggedEntryPoint, DebuggerState } from '#tools/debugger/state.ts';
import { debuggerState, shownTrace } from '../../../../tests/support/debuggerTrace.ts';
import {
  array,
  float,
  floats,
  int,
  matrix,
  struct,
} from '../../../../tests/support/tracedValues.ts';
import {
  commandOfKey,
  DebuggerPanel,
  type NamedValue,
  placeOf,
  valueRows,
} from './DebuggerPanel.tsx';
import { DebuggerToolbar } from './DebuggerToolbar.tsx';
import { cutText, stepText } from './labels.ts';
import { type ThreadTexts, typedThread } from './typedThread.ts';

/** These tests click nothing, so they call no command. */
const COMMANDS = {} as DebuggerCommands;

/** Nothing is known of what threads load. */
const MEMORY = {
  store: createStore(() => ({
    of: null,
    loads: null,
    origins: new Map(),
    sharedAt: () => [],
    problem: null,
  })),
} as unknown as MemorySession;

/** No thread is compared. */
const COMPARE = { store: createStore(() => ({ kind: 'off' })) } as unknown as CompareSession;

function panelOf(part: Partial<DebuggerState> = {}): string {
  const store = createStore<DebuggerState>(() => debuggerState(part));
  const props = { store, commands: COMMANDS };
  return renderToStaticMarkup(
    <>
      <DebuggerToolbar {...props} />
      <DebuggerPanel {...props} memory={MEMORY} compare={COMPARE} />
    </>,
  );
}

/** The text of all elements with this tag, without markup. */
function textsOf(markup: string, tag: string): readonly string[] {
  const elements = markup.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'gs'));
  return Array.from(elements, ([element]) => element.replaceAll(/<[^>]*>/g, ''));
}

const shown = shownTrace({ step: 4 });
const target = shown.target;

describe('before the first trace', () => {
  it('preselects the entry point that draws', () => {
    const one = { stage: 'compute', groupSize: [8, 8, 1], threads: [8, 8, 1] } as const;
    const panel = panelOf({
      entryPoints: [
        { ...one, name: 'prepare', draws: false },
        { ...one, name: 'paint', draws: true },
      ],
    });
    expect(panel).toMatch(
      /aria-label="Debugged entry point"[^>]*>.*<option value="paint" selected="">paint</,
    );
    expect(panelOf({ entryPoints: [] })).toContain('No entry point');
  });

  it('says how to start, and disables the step buttons', () => {
    const panel = panelOf();
    expect(textsOf(panel, 'p')[1]).toMatch(/^To start, press Inspect below the picture/);
    const names = [...panel.matchAll(/aria-label="([^"]*)"[^>]*aria-disabled="true"/g)];
    expect(names.map(([, name]) => name).join()).toBe(
      'First step,Continue back,Step back,Step forward,Step over,Step out,Continue to next breakpoint,Last step,Run to cursor,Next non-finite value,Next frame',
    );
  });
});

it('has a slider over all steps of a trace, and marks changed variables', () => {
  const panel = panelOf({ shown, target });
  expect(panel).toMatch(
    /<input[^>]*aria-label="Step"[^>]*aria-valuemax="5" aria-valuenow="4" aria-valuetext="Step 4 of 5, line 5, frame 7"/,
  );
  expect(panel).toContain('data-before="1"');
  expect(panel).toMatch(/aria-label="Thread y"[^>]*value="17"/);
  expect(panel).toMatch(/<li><button[^>]*aria-current="true"><span[^>]*>draw</);
});

it('explains a trace without steps', () => {
  const empty = shownTrace({}, { steps: [] });
  expect(panelOf({ shown: empty, target })).toContain('This thread recorded no steps.');
  expect(stepText(empty)).toBe('No steps, frame 7');
});

it('says where a truncated trace stops, and offers more records while possible', () => {
  const cut = shownTrace({}, { isCut: true });
  const start = 'This trace stops here: the thread continued after 6 steps.';
  expect(cutText(cut, 65_536)).toBe(`${start} Choose more records to see further.`);
  expect(cutText(cut, 1_048_576)).toBe(start);
  expect(cutText(shownTrace(), 65_536)).toBeNull();
});

it('says that nothing was found', () => {
  const search = { kind: 'values', search: 'out-of-range', findings: [] } as const;
  expect(panelOf({ search })).toContain('Every colour that this frame stored is within 0 to 1.');
});

it('disables the search during other work', () => {
  const panel = panelOf({ work: { kind: 'searching', search: 'non-finite' } });
  expect(panel).toContain('Searching all threads for non-finite values…');
  expect(panel).toMatch(/aria-disabled="true">Heat map/);
});

const NONE = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

const CTRL = { ctrlKey: true };

it.each([
  ['F10', {}, 'step over'],
  ['F11', {}, 'step forward'],
  ['F11', { shiftKey: true }, 'step out'],
  ['F10', { shiftKey: true }, 'step back'],
  ['F10', CTRL, 'run to cursor'],
  ['F5', CTRL, 'continue to the next breakpoint'],
  ['F5', { ...CTRL, shiftKey: true }, 'continue to the previous breakpoint'],
  // The page or the browser handles these.
  ['F5', {}, null],
  ['F10', { altKey: true }, null],
  ['F5', { metaKey: true }, null],
] as const)('%s with %j is the command %s', (key, modifiers, command) => {
  expect(commandOfKey({ ...NONE, ...modifiers, key })?.title ?? null).toBe(command);
});

it.each([
  { thread: [123, 45, 0], size: [8, 8, 1], group: [15, 5, 0], local: [3, 5, 0] },
  { thread: [7, 8, 5], size: [8, 8, 4], group: [0, 1, 1], local: [7, 0, 1] },
] as const)('finds the group and local id of $thread in groups of $size', (row) => {
  expect(placeOf(row.thread, row.size)).toEqual({ group: row.group, local: row.local });
});

describe('typedThread', () => {
  const typed = (texts: ThreadTexts, threads: DebuggedEntryPoint['threads'] = [1600, 600, 1]) =>
    typedThread(texts, {
      ...{ name: 'draw', stage: 'compute', groupSize: [8, 8, 1], threads, draws: true },
    });

  it('reads a thread within the dispatch', () => {
    expect(typed(['1599', ' 0 ', '0'])).toEqual({ kind: 'thread', thread: [1599, 0, 0] });
  });

  it('accepts any thread while only the GPU knows the number of threads', () => {
    const thread = [1_000_000, 2, 3];
    expect(typed(['1000000', '2', '3'], null)).toEqual({ kind: 'thread', thread });
  });

  it.each([
    [['1600', '0', '0'], 'Thread x must be a whole number from 0 to 1,599.'],
    [['0', '-1', '0'], 'Thread y must be a whole number from 0 to 599.'],
    [['1.5', '0', '0'], 'Thread x must be a whole number from 0 to 1,599.'],
    [['', '0', '0'], 'Thread x must be a whole number from 0 to 1,599.'],
    [['0', '0', '1'], 'Thread z must be 0: draw runs one thread along this axis.'],
  ] as const)('says the range for %j', (texts, text) => {
    expect(typed(texts)).toEqual({ kind: 'problem', text });
  });

  it('reports that there are no threads, or that the range is unknown', () => {
    const text = 'draw runs no threads, so there is none to trace.';
    expect(typed(['0', '0', '0'], [0, 1, 1])).toEqual({ kind: 'problem', text });
    const range = 'Thread x must be a whole number from 0.';
    expect(typed(['no', '0', '0'], null)).toEqual({ kind: 'problem', text: range });
  });
});

describe('the rows of values', () => {
  const ray = (z: number) =>
    struct('Ray', { origin: floats(0, 1, z), direction: floats(0, 0, 1), depth: int(3) });

  const rowsOf = (values: readonly NamedValue[], ...open: readonly string[]) =>
    valueRows(values, new Set(open)).map(({ path, depth, isOpen, before }) => ({
      path,
      depth,
      isOpen,
      changed: before !== null,
    }));

  it('shows only the values while nothing is expanded', () => {
    const values = [
      { name: 'ray', value: ray(2), before: null },
      { name: 'k', value: int(1), before: int(0) },
    ];
    expect(rowsOf(values)).toEqual([
      { path: 'ray', depth: 0, isOpen: false, changed: false },
      { path: 'k', depth: 0, isOpen: null, changed: true },
    ]);
  });

  it('shows the parts of expanded values, and marks those that changed', () => {
    const values = [{ name: 'ray', value: ray(2), before: ray(1) }];
    expect(rowsOf(values, 'ray', 'ray/origin')).toEqual([
      { path: 'ray', depth: 0, isOpen: true, changed: true },
      { path: 'ray/origin', depth: 1, isOpen: true, changed: true },
      { path: 'ray/origin/x', depth: 2, isOpen: null, changed: false },
      { path: 'ray/origin/y', depth: 2, isOpen: null, changed: false },
      { path: 'ray/origin/z', depth: 2, isOpen: null, changed: true },
      { path: 'ray/direction', depth: 1, isOpen: false, changed: false },
      { path: 'ray/depth', depth: 1, isOpen: null, changed: false },
    ]);
  });

  it('names elements and rows by their index', () => {
    const values = [
      { name: 'weights', value: array([float(1), float(2)], 64), before: null },
      { name: 'turn', value: matrix([1, 0], [0, 1]), before: null },
    ];
    const paths = rowsOf(values, 'weights', 'turn').map(({ path }) => path);
    expect(paths.join(' ')).toBe('weights weights/[0] weights/[1] turn turn/[0] turn/[1]');
  });

  it('distinguishes variables with the same name in one list', () => {
    const values = [1, 2].map((value) => ({ name: 'i', value: int(value), before: null }));
    expect(rowsOf(values).map(({ path }) => path)).toEqual(['i', 'i#2']);
  });
});
