import { runRequest } from '#core/output/compileResult.ts';
import { TARGETS } from '#core/output/compileTarget.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import {
  createMemoryCache,
  fileKey,
  layerCaches,
  loadedOnUse,
  precompiledAnswers,
} from '#engine/compiler/client/compileCache.ts';
import {
  type CompilerClient,
  type CompilerClientOptions,
  createCompilerClient,
} from '#engine/compiler/client/compilerClient.ts';
import { deferredTransport, type StartServer } from '#engine/compiler/client/transport.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/firstContents.ts';
import type { AssetReader } from '#engine/gpu/resources/contents.ts';
import { loadResourceData } from '#engine/gpu/resources/resourceData.ts';
import { createRunner, type RunEvents, type Runner } from '#engine/gpu/runner.ts';
import { fingerprint } from '#generated/slang/fingerprint.json';
import binaryUrl from '#generated/slang/slang-wasm.wasm.gz?url';
import { createPageLife } from '#pages/playground/browser/pageLife.ts';
import type { BrowserFacts } from '#pages/playground/notices/webGpuAdvice.ts';
import { deliverLink } from '#ui/copyText.ts';
import type { AddressService, WorkspaceServices } from '#workspace/services.ts';
import type { PageStartReports } from './firstRun.ts';
import { interfaceGate } from './gates.ts';
import { browserLinks } from './links.ts';
import { loadDemo, loadSource } from './sourceFiles.ts';

interface BrowserServicesOptions {
  readonly startWorker: StartServer;
  /** Provides a separate device for each runner. */
  requestDevice(): Promise<Result<GPUDevice>>;
  readonly address: AddressService;
  /** Called with the compiler's compiled binary each time one of its workers becomes ready. */
  onModule(module: WebAssembly.Module): void;
  readonly observers: FrameObservers;
  readonly keeping: Pick<WorkspaceServices, 'drafts' | 'versions'>;
  readonly reports: PageStartReports;
  /** Whether the page itself has work to do besides the picture. */
  isPageBusy(): boolean;
}

export interface BrowserServices extends WorkspaceServices {
  /** Null until the page has created its compiler. */
  compilerClient(): CompilerClient | null;
  readonly loadContents: LoadContents;
}

export function createBrowserServices({
  startWorker,
  requestDevice,
  onModule,
  observers,
  keeping,
  reports,
  isPageBusy,
  address,
}: BrowserServicesOptions): BrowserServices {
  const compiler = createBrowserCompiler(startWorker, onModule, reports.compilerAnswered);
  return {
    compilerClient: compiler.client,
    loadContents,
    createCompiler: compiler.createClient,
    profilesOf: (target) => TARGETS[target].profiles,
    requestRunner: (events) =>
      requestRunner(events, {
        ...{ requestDevice, observers, compiler, isPageBusy },
        onFrameDrawn: reports.frameDrawn,
      }),
    loadDemo,
    loadSource,
    links: browserLinks,
    address,
    deliverLink,
    drafts: keeping.drafts,
    pages: {
      // Undefined outside secure contexts.
      ...createPageLife(navigator.locks as LockManager | undefined),
      afterPaint,
    },
    versions: keeping.versions,
  };
}

/** Calls back once the interface has appeared and has painted the store's current state. */
function afterPaint(callback: () => void): void {
  // Layout and paint come right after a frame's callbacks.
  void interfaceGate.behind(async () => requestAnimationFrame(() => setTimeout(callback)));
}

/** Loads when a shader first uses its project's images or data, or a missing file. */
const loadAssetReader = () => import('#engine/storage/assets/data.ts');
const assets: AssetReader = {
  read: async (asset) => (await loadAssetReader()).readAsset(asset),
  describeMissing: (address, reason) =>
    loadAssetReader().then(
      ({ describeMissing }) => describeMissing(address, reason),
      () => reason,
    ),
};

const loadUpdates = async () => (await import('#engine/gpu/takeover.ts')).updates;

const loadContents: LoadContents = (descriptor, rules, { limits }, signal) =>
  loadResourceData(descriptor, {
    ...{ rules, assets, signal },
    onLoading() {},
    kept: new Set(),
    maxBufferBytes: limits.maxStorageBufferBindingSize,
  });

let hadDevice = false;

const markFirstFrame = markOnce('playground:first-frame');

interface RunnerParts
  extends Pick<BrowserServicesOptions, 'requestDevice' | 'observers' | 'isPageBusy'> {
  readonly compiler: BrowserCompiler;
  onFrameDrawn(): void;
}

async function requestRunner(
  events: RunEvents,
  { requestDevice, observers, compiler, isPageBusy, onFrameDrawn }: RunnerParts,
): Promise<Result<Runner>> {
  const requested = await requestDevice();
  if (!requested.ok) {
    compiler.startNow();
    const { userAgent, gpu } = navigator;
    const facts = { userAgent, isSecureContext, hasWebGpu: gpu !== undefined, hadDevice };
    return fail(`${requested.error}\n${await adviceFor(facts)}`.trimEnd());
  }
  const device = requested.value;
  hadDevice = true;
  const onFirstFrame = () => {
    markFirstFrame();
    onFrameDrawn();
    void interfaceGate.behind(async () => compiler.startNow());
    // Load updates before an edit needs them. If that fails, the edit reports it.
    void interfaceGate.behind(loadUpdates).catch(() => {});
  };
  return ok(
    createRunner({
      ...{ device, observers, assets, loadUpdates, ...events, onFirstFrame },
      demand() {
        if (compiler.isAwaited()) return 'urgent';
        return isPageBusy() || compiler.isBusy() ? 'shared' : 'none';
      },
      onUpdateDrawn: () => performance.mark('playground:update-drawn'),
    }),
  );
}

/** Loaded on demand, because most browsers need no advice. Empty if loading fails. */
async function adviceFor(facts: BrowserFacts): Promise<string> {
  try {
    return (await import('#pages/playground/notices/webGpuAdvice.ts')).webGpuAdvice(facts);
  } catch {
    return '';
  }
}

function markOnce(name: string): () => void {
  let marked = false;
  return () => {
    if (!marked) performance.mark(name);
    marked = true;
  };
}

const PRECOMPILED = import.meta.glob<string>('/generated/precompiled/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** A source that makes the binary do the one-time work of every compile. */
const WARM_UP = `import rendering;
import printing;
import playground;
[playground::SLIDER(0.5, 0, 1)] uniform float a;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 at : SV_DispatchThreadID)
{
    if (at.x == 0) printf("%f", a);
    drawPixel(at, (int2 size) => float4(a));
}
`;

/** How long (ms) the compiler delays its start for a first picture that does not need it. */
const PATIENCE = 1000;

type BrowserCompiler = ReturnType<typeof createBrowserCompiler>;

/**
 * The page's compiler, with every cache that may already contain its results.
 *
 * @param onModule receives the compiled binary each time a worker is ready
 * @param onAnswer is called for each answer from a worker
 */
function createBrowserCompiler(
  startWorker: StartServer,
  onModule: (module: WebAssembly.Module) => void,
  onAnswer: () => void,
) {
  let client: CompilerClient | null = null;
  let isStarting = false;
  let startNow: () => void = () => {};
  const start = new Promise<void>((resolve) => {
    startNow = resolve;
  });
  void start.then(() => {
    isStarting = true;
  });
  setTimeout(startNow, PATIENCE);
  return {
    /** Call only once: a page has one compiler. */
    createClient(onState: CompilerClientOptions['onState']): CompilerClient {
      client = createCompilerClient({
        start: (deliver) => deferredTransport(start, startWorker, deliver),
        binaryUrl: new URL(binaryUrl, document.baseURI).href,
        warmUp: runRequest(WARM_UP),
        onState(state) {
          if (state.kind === 'failed') isStarting = false;
          onState(state);
        },
        onModule,
        onAnswer() {
          isStarting = false;
          onAnswer();
        },
        ...rememberedAnswers(startNow),
      });
      return client;
    },
    /** Null until `createClient` is called. */
    client: (): CompilerClient | null => client,
    /**
     * Starts the compiler now. Otherwise it starts when a result is in no cache, or after
     * {@link PATIENCE}, so that the first picture has processors and network for itself.
     */
    startNow,
    /** Whether the compiler is starting or compiling, which takes all available processors. */
    isBusy: (): boolean => isStarting || (client?.isCompiling() ?? false),
    /** Whether the user or live mode waits for the compiler. */
    isAwaited: (): boolean => client?.isAwaited() ?? false,
  };
}

/** @param onUnknown is called when no cache has an answer */
function rememberedAnswers(
  onUnknown: () => void,
): Pick<CompilerClientOptions, 'fingerprint' | 'cache'> {
  // During work on the library modules, cached answers that depend on them are wrong.
  if (import.meta.env.DEV) {
    onUnknown();
    return {};
  }
  const files = Object.fromEntries(
    Object.entries(PRECOMPILED).map(([path, url]) => [
      fileKey(path.slice(path.lastIndexOf('/') + 1)),
      url,
    ]),
  );
  // A demo does not need this cache, so it does not load before the first picture.
  const persistent = loadedOnUse(async () =>
    (await import('#engine/compiler/client/persistentCache.ts')).createPersistentCache(),
  );
  const nowhere = {
    async get() {
      onUnknown();
      return undefined;
    },
  };
  const sources = [precompiledAnswers(files), persistent, nowhere];
  return { fingerprint, cache: layerCaches(createMemoryCache(), sources, persistent) };
}
