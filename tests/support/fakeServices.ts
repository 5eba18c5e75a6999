import type {
  Asker,
  CompileReport,
  CompileRequest,
  CompileResult,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';
import type { CompilerState } from '#core/output/compilerState.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { LoadRules, RunOutcome, UniformValues } from '#core/plan/runControls.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Draft } from '#core/project/draft.ts';
import { createLinks } from '#core/project/links/links.ts';
import type { NewVersion } from '#core/project/newVersion.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { RunEvents, Runner } from '#engine/gpu/runner.ts';
import type { DraftService } from '#engine/storage/history/draftKeeper.ts';
import type {
  AddressService,
  Delivery,
  OpenedFile,
  WorkspaceServices,
} from '#workspace/services.ts';

export type FakeServices = ReturnType<typeof createFakeServices>;

export interface FakeBehaviour {
  readonly compile: (request: CompileRequest) => CompileResult | Promise<CompileResult>;
  /** How an inspection ends; undefined to answer it like a compile. */
  readonly inspect?: (
    request: CompileRequest,
    signal: AbortSignal | undefined,
  ) => 'no-answer' | null | undefined;
  readonly profilesOf?: (target: CompileTarget) => readonly string[];
  readonly gpu?: Result<void>;
  /** The result of requesting the second and later runners. */
  readonly laterGpu?: () => Result<void>;
  readonly startRun?: () => Result<void> | Promise<Result<void>>;
  readonly updateRun?: () => Result<RunOutcome> | Promise<Result<RunOutcome>>;
  readonly entryPoints?: (
    request: EntryPointsRequest,
    asker: Asker,
    signal: AbortSignal | undefined,
  ) => EntryPointsResult | Promise<EntryPointsResult>;
  readonly loadDemo?: WorkspaceServices['loadDemo'];
  readonly loadSource?: WorkspaceServices['loadSource'];
  /** The address bar's initial text, after the page's address. */
  readonly address?: string;
  readonly deliver?: () => Delivery;
  readonly draft?: Draft | Promise<Draft | null>;
  readonly left?: readonly Draft[];
}

const PAGE = 'https://example.test/';

function listenTo<Listener>(listeners: Set<Listener>) {
  return (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

function createAddressBar(rest: string) {
  let current = new URL(PAGE + rest);
  let writes = 0;
  const listeners = new Set<() => void>();
  const service: AddressService = {
    current: () => new URL(current),
    replace(address) {
      if (address.href !== current.href) writes += 1;
      current = new URL(address);
    },
    onFragmentChange: listenTo(listeners),
  };
  return {
    service,
    bar: {
      /** The current text, without the page's address. */
      get text() {
        return current.href.slice(PAGE.length);
      },
      /** How often the page wrote to it. */
      get writes() {
        return writes;
      },
      /** Enters a text from outside the page, such as a fragment. */
      enter(text: string) {
        current = new URL(PAGE + text);
        for (const listener of listeners) listener();
      },
    },
  };
}

function createKeeping({
  draft = null,
  left = [],
}: Pick<FakeBehaviour, 'left'> & { draft?: Draft | null | Promise<Draft | null> }) {
  const saved: Draft[] = [];
  const noted: NewVersion[] = [];
  const refusals = new Set<(reason: string) => void>();
  const leavings = new Set<() => void>();
  const copies = new Set<() => void>();
  const found = [...left];
  let refusal: string | null = null;
  const drafts: DraftService = {
    restore: () => draft,
    save: (next) => saved.push(next),
    findLeft: async () => found.splice(0),
    isSafe: () => refusal === null,
    onRefused: listenTo(refusals),
    onCopied: listenTo(copies),
    onLeaving: listenTo(leavings),
  };
  const keeping = {
    saved,
    noted,
    /** Tells the workspace that texts cannot be stored, and refuses later saves. */
    refuse(reason: string) {
      refusal = reason;
      for (const listener of refusals) listener(reason);
    },
    /** Signals that the page may be about to end. */
    leave() {
      for (const listener of leavings) listener();
    },
    copied() {
      for (const listener of copies) listener();
    },
  };
  const note = async (version: NewVersion): Promise<Result<void>> => {
    if (refusal !== null) return fail(refusal);
    const newest = noted.findLast(({ lineage }) => lineage === version.lineage);
    if (newest?.text !== version.text) noted.push(version);
    return ok(undefined);
  };
  return { keeping, drafts, versions: { note } };
}

async function demoNamed(name: string): Promise<Result<OpenedFile>> {
  if (name === 'missing') return fail('The demo missing could not be loaded: 404.');
  return ok({ text: `// ${name}`, uri: `https://example.test/demos/${name}.slang` });
}

function reportOf(result: CompileResult): CompileReport {
  return { ...result, milliseconds: 1, memoryBytes: null, cached: false };
}

/** Compiles one request at a time; of those waiting, the newest supersedes the others. */
function createFakeCompile(compile: FakeBehaviour['compile'], compiled: CompileRequest[]) {
  let newest: CompileRequest;
  let isRunning = false;
  let running: CompileResult | Promise<CompileResult>;
  return async (request: CompileRequest): Promise<CompileReport | null> => {
    newest = request;
    if (isRunning) await running;
    if (newest !== request) return null;
    compiled.push(request);
    isRunning = true;
    running = compile(request);
    const result = await running;
    isRunning = false;
    return newest === request ? reportOf(result) : null;
  };
}

/**
 * Services that answer immediately as the test specifies, and record their requests. The compiler
 * stores no results, and an aborted compile goes on.
 */
export function createFakeServices({
  compile,
  inspect,
  profilesOf = () => [],
  gpu = ok(undefined),
  laterGpu = () => gpu,
  startRun,
  updateRun,
  entryPoints = () => ({ succ: true, message: '', log: '', diagnostics: [], result: [] }),
  loadDemo = demoNamed,
  loadSource = async (url) => ok({ text: `// from ${url}`, uri: url }),
  address = '',
  deliver = () => 'copied',
  ...kept
}: FakeBehaviour) {
  const compiled: CompileRequest[] = [];
  const inspected: CompileRequest[] = [];
  const started: RunDescriptor[] = [];
  let setCompilerState: (state: CompilerState) => void = () => {};
  let runEvents: RunEvents | undefined;
  let runnerCount = 0;
  const { keeping, drafts, versions } = createKeeping(kept);
  const { service: addressService, bar: addressBar } = createAddressBar(address);
  const delivered: string[] = [];
  /** The values and rules that each run was started with. */
  const startedWith: UniformValues[] = [];
  const startedBy: LoadRules[] = [];
  /** The versions that live mode switched runs to, with their values. */
  const updated: RunDescriptor[] = [];
  const updatedWith: UniformValues[] = [];
  const expected: RunDescriptor[] = [];
  /** Other requests to runners, such as `step(1)`. */
  const asked: string[] = [];
  const createRunner = (number: number): Runner => ({
    attachCanvas(canvas) {
      asked.push(`attach ${canvas.id} to ${number}`);
      return () => asked.push(`detach ${canvas.id} from ${number}`);
    },
    async start(descriptor, values, rules) {
      started.push(descriptor);
      startedBy.push(rules);
      startedWith.push(values);
      const result = (await startRun?.()) ?? ok(undefined);
      return result.ok ? ok({ kind: 'started' }) : result;
    },
    expectUpdate(descriptor) {
      expected.push(descriptor);
    },
    async update(descriptor, values) {
      updated.push(descriptor);
      updatedWith.push(values);
      return updateRun?.() ?? ok({ kind: 'updated', silenced: false });
    },
    pause: () => asked.push('pause'),
    resume: () => asked.push('resume'),
    step: (frames) => asked.push(`step ${frames}`),
    showFrame: (frame, seconds) => asked.push(`show frame ${frame} at ${seconds} s`),
    reset: () => asked.push('reset'),
    setPace: ({ speed }) => speed === 1 || asked.push(`speed ${speed}`),
    setAnimation: (animate) => asked.push(animate ? 'animate' : 'animate nothing'),
    setUniform: (name, value) => asked.push(`${name} = ${value}`),
    setResolution: (resolution) => asked.push(`resolution ${resolution}`),
    dispose: () => asked.push(`dispose ${number}`),
  });
  const services: WorkspaceServices = {
    createCompiler(onState) {
      setCompilerState = onState;
      return {
        compile: createFakeCompile(compile, compiled),
        async inspect(request, signal) {
          inspected.push(request);
          const other = inspect?.(request, signal);
          return other === undefined ? reportOf(await compile(request)) : other;
        },
        async findEntryPoints(request, asker = 'page', signal) {
          return await entryPoints(request, asker, signal);
        },
        isCompiling: () => false,
        isAwaited: () => false,
        cancel: () => {},
        rest: () => {},
        retry: () => {},
        dispose: () => {},
      };
    },
    profilesOf,
    async requestRunner(events) {
      runEvents = events;
      runnerCount += 1;
      const answer = runnerCount === 1 ? gpu : laterGpu();
      return answer.ok ? ok(createRunner(runnerCount)) : answer;
    },
    loadDemo,
    loadSource,
    links: createLinks({
      read: async () => null,
      keep: async ({ path, content }) =>
        ok({ path, type: 'image/png', size: content.byteLength, hash: `hash of ${path}` }),
    }),
    address: addressService,
    drafts,
    pages: { id: 'this page', hasEnded: async () => true, afterPaint: (callback) => callback() },
    versions,
    async deliverLink(link) {
      const text = await link.catch(() => null);
      if (text === null) return 'failed';
      delivered.push(text);
      return deliver();
    },
  };
  return {
    ...{ compiled, inspected, started, startedWith, startedBy, updated, updatedWith, expected },
    ...{ asked, addressBar, keeping, delivered, services },
    canvas: { id: 'canvas' } as HTMLCanvasElement,
    get runnerCount() {
      return runnerCount;
    },
    setCompilerState: (state: CompilerState) => setCompilerState(state),
    get runEvents() {
      if (!runEvents) throw new Error('No runner was requested.');
      return runEvents;
    },
  };
}
