import type { Site, SiteEvent } from '#core/source/instrument/site.ts';
import type { Trace, TracedValue } from '#core/source/instrument/trace.ts';
import type { DebuggerState, ShownTrace } from '#tools/debugger/state.ts';
import { createReplay } from '#tools/debugger/trace/createReplay.ts';
import { float, floats, struct } from './tracedValues.ts';

const SOURCE = `void draw(uint2 at)
{
    Ray ray = { float2(0, 1), 2 };
    float d = 1;
    d = d / 0;
}
`;

/** A thread with six steps, whose last value is infinite. */
export function exampleTrace(part: Partial<Trace> = {}): Trace {
  const ray = struct('Ray', { origin: floats(0, 1), depth: float(2) });
  const steps: readonly { line: number; event: SiteEvent; value: TracedValue | null }[] = [
    { line: 1, event: { kind: 'enter' }, value: null },
    { line: 3, event: value('ray', 0), value: ray },
    { line: 4, event: value('d', 1), value: float(1) },
    { line: 5, event: { kind: 'statement' }, value: null },
    { line: 5, event: value('d', 1), value: float(Number.POSITIVE_INFINITY) },
    { line: 6, event: { kind: 'return', hasValue: false }, value: null },
  ];
  const sites = steps.map(
    ({ line, event }, id): Site => ({ ...lineSpan(line), id, line, event, function: 0 }),
  );
  const scope = { from: 0, to: SOURCE.length };
  return {
    program: {
      source: SOURCE,
      text: SOURCE,
      files: [{ ...scope, path: 'user.slang', text: SOURCE, firstLine: 1 }],
      otherFiles: [],
      sites,
      variables: [
        { name: 'ray', function: 0, scope },
        { name: 'd', function: 0, scope },
      ],
      functions: [{ ...scope, name: 'draw', line: 1, entryPoint: 0 }],
      entryPoints: ['draw'],
      bufferName: 'trace_buffer',
      types: [],
      vertexKernels: [],
      unseen: [],
    },
    entryPoint: 'draw',
    thread: [9, 17, 0],
    steps: steps.map((step, site) => ({ site, value: step.value })),
    isCut: false,
    ...part,
  };
}

function value(name: string, variable: number): SiteEvent {
  return { kind: 'value', name, variable };
}

function lineSpan(line: number) {
  const lines = SOURCE.split('\n');
  const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  return { from, to: from + (lines[line - 1]?.length ?? 0) };
}

export function shownTrace(part: Partial<ShownTrace> = {}, trace: Partial<Trace> = {}): ShownTrace {
  const replay = createReplay(exampleTrace(trace));
  return {
    replay,
    target: { entryPoint: 'draw', thread: [9, 17, 0], pixel: [9, 17] },
    frame: 7,
    step: replay.last,
    stackFrame: 0,
    agreement: { kind: 'none' },
    fragments: [],
    resources: new Map(),
    isDated: false,
    remarks: [],
    ...part,
  };
}

export function debuggerState(part: Partial<DebuggerState> = {}): DebuggerState {
  return {
    isOpen: true,
    isPicking: false,
    isPickingOther: false,
    isFollowing: false,
    work: { kind: 'idle' },
    problem: null,
    picture: null,
    entryPoints: [
      { name: 'draw', stage: 'compute', groupSize: [8, 8, 1], threads: [64, 64, 1], draws: true },
    ],
    target: null,
    shown: null,
    breakpoints: [],
    deletedBreakpoints: [],
    watches: [],
    limit: 65_536,
    search: null,
    hits: null,
    computed: new Map(),
    ...part,
  };
}
