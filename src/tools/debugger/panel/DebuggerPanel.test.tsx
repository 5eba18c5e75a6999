import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { DebuggerState } from '#tools/debugger/state.ts';
import { debuggerState, shownTrace } from '../../../../tests/support/debuggerTrace.ts';
import { DebuggerPanel } from './DebuggerPanel.tsx';
import { DebuggerToolbar } from './DebuggerToolbar.tsx';

/** These tests click nothing, so they call no command. */
const COMMANDS = {} as DebuggerCommands;

function panelOf(part: Partial<DebuggerState> = {}): string {
  const store = createStore<DebuggerState>(() => debuggerState(part));
  const props = { store, commands: COMMANDS };
  return renderToStaticMarkup(
    <>
      <DebuggerToolbar {...props} />
      <DebuggerPanel {...props} />
    </>,
  );
}

/** The text of all elements with this tag, without markup. */
function textsOf(markup: string, tag: string): readonly string[] {
  const elements = markup.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'gs'));
  return Array.from(elements, ([element]) => element.replaceAll(/<[^>]*>/g, ''));
}

describe('before the first trace', () => {
  it('preselects the entry point that draws', () => {
    const one = { groupSize: [8, 8, 1], threads: [8, 8, 1] } as const;
    const panel = panelOf({
      entryPoints: [
        { ...one, name: 'prepare', draws: false },
        { ...one, name: 'paint', draws: true },
      ],
    });
    expect(panel).toContain('<option value="paint" selected="">paint</option>');
  });

  it('says how to start, and disables the step buttons', () => {
    const panel = panelOf();
    expect(textsOf(panel, 'p')[1]).toMatch(/^To start, press Inspect below the picture/);
    const names = [...panel.matchAll(/aria-label="([^"]*)"[^>]*aria-disabled="true"/g)];
    expect(names.map(([, name]) => name)).toEqual([
      'First step',
      'Continue back',
      'Step back',
      'Step forward',
      'Step over',
      'Step out',
      'Continue to next breakpoint',
      'Last step',
      'Run to cursor',
      'Next non-finite value',
      'Next frame',
    ]);
  });

  it('offers the entry points', () => {
    expect(panelOf()).toMatch(
      /aria-label="Debugged entry point"[^>]*>.*<option value="draw" selected/,
    );
    expect(panelOf({ entryPoints: [] })).toContain('No compute entry point');
  });
});

describe('with a trace', () => {
  const shown = shownTrace({ step: 4 });
  const target = shown.target;

  it('shows the name, value and type of each variable, without its previous value', () => {
    expect(textsOf(panelOf({ shown, target }), 'td')).toEqual([
      ...['ray', '{origin: (0, 1), depth: 2}', 'Ray'],
      ...['d', '∞', 'float'],
    ]);
    expect(panelOf({ shown, target })).toContain('data-before="1"');
  });

  it('has a slider over all steps', () => {
    expect(panelOf({ shown, target })).toMatch(
      /<input[^>]*aria-label="Step"[^>]*aria-valuemax="5" aria-valuenow="4" aria-valuetext="Step 4 of 5, line 5, frame 7"/,
    );
  });

  it('shows the thread with its group, local id and pixel', () => {
    const panel = panelOf({ shown, target });
    expect(panel).toContain('group (1, 2, 0), local (1, 1, 0), pixel (9, 17)');
    expect(panel).toMatch(/aria-label="Thread y"[^>]*value="17"/);
  });

  it('shows calls and watches', () => {
    const panel = panelOf({ shown, target, watches: ['ray.origin.y', 'missing'] });
    expect(panel).toMatch(
      /<li><button[^>]*aria-current="true"><span[^>]*>draw<\/span><span[^>]*> line 5/,
    );
    expect(textsOf(panel, 'li').slice(1)).toEqual(['ray.origin.y1', 'missingno value here']);
  });

  it('says whether trace and picture agree', () => {
    const agreement = { kind: 'differs', text: 'Differs: …' } as const;
    expect(panelOf({ shown: { ...shown, agreement }, target })).toMatch(
      /role="status" aria-label="Trace and picture"[^>]*>Differs: …<\/p>/,
    );
  });

  it('says that the source has been edited since the trace', () => {
    expect(panelOf({ shown: { ...shown, isDated: true }, target })).toContain(
      'The source has changed since this trace.',
    );
  });

  it('explains a trace without steps', () => {
    const empty = shownTrace({}, { steps: [] });
    expect(panelOf({ shown: empty, target })).toContain('This thread recorded no steps.');
  });
});

describe('searching', () => {
  it('says that nothing was found', () => {
    const search = { kind: 'values', search: 'out-of-range', findings: [] } as const;
    expect(panelOf({ search })).toContain('Every colour that this frame stored is within 0 to 1.');
  });

  it('explains the heat map', () => {
    const counts = Uint32Array.of(20, 4, 0, 1300);
    const heat = { entryPoint: 'draw', width: 2, height: 2, counts, most: 1300 };
    const panel = panelOf({ search: { kind: 'cost', heat, picture: null } });
    expect(panel).toContain('how many statements each thread of <code>draw</code>');
  });

  it('disables the search during other work', () => {
    const panel = panelOf({ work: { kind: 'searching', search: 'non-finite' } });
    expect(panel).toContain('Searching all threads for non-finite values…');
    expect(panel).toMatch(/aria-disabled="true">Heat map/);
  });
});

it('shows a problem as an alert', () => {
  expect(panelOf({ problem: 'The source does not compile.' })).toMatch(
    /role="alert">The source does not compile\.</,
  );
});
