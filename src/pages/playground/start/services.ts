import { TARGETS } from '#core/output/compileTarget.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { StartServer } from '#engine/compiler/client/transport.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/loadContents.ts';
import type { AssetReader } from '#engine/gpu/resources/contents.ts';
import { loadResourceData } from '#engine/gpu/resources/resourceData.ts';
import { createRunner, type RunEvents, type Runner } from '#engine/gpu/runner.ts';
import { createPageLife } from '#pages/playground/browser/pageLife.ts';
import { deliverLink } from '#pages/playground/navbar/deliverLink.ts';
import type { BrowserFacts } from '#pages/playground/notices/webGpuAdvice.ts';
import type { AddressService, WorkspaceServices } from '#workspace/services.ts';
import { type BrowserCompiler, createBrowserCompiler } from './compiler.ts';
import { interfaceGate } from './gates.ts';
import { browserLinks } from './links.ts';
import type { PageStartReports } from './pageStart.ts';
import { loadDemo, loadSource } from './sourceFiles.ts';

export interface BrowserServicesOptions {
  /** Starts the compiler's worker. */
  readonly startWorker: StartServer;
  /** A device of its own for each runner. */
  requestDevice(): Promise<Result<GPUDevice>>;
  readonly address: AddressService;
  /** Gets the compiler's compiled binary, whenever a worker of it is ready. */
  onModule(module: WebAssembly.Module): void;
  readonly observers: FrameObservers;
  /** Where texts are kept. */
  readonly keeping: Pick<WorkspaceServices, 'drafts' | 'versions'>;
  /** Hears of the page's first events. */
  readonly reports: PageStartReports;
  /** Whether the page itself has more to do than a picture. */
  isPageBusy(): boolean;
}

export interface BrowserServices extends WorkspaceServices {
  /** Null as long as the page has no compiler. */
  compilerClient(): CompilerClient | null;
  readonly loadContents: LoadContents;
}

/** The real services of a browser page. */
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
      // Not there outside of secure contexts.
      ...createPageLife(navigator.locks as LockManager | undefined),
      afterPaint,
    },
    versions: keeping.versions,
  };
}

/** Calls back once the interface is there and has painted what the store holds by then. */
function afterPaint(callback: () => void): void {
  // Layout and paint come right after the callbacks of a frame.
  void interfaceGate.behind(async () => requestAnimationFrame(() => setTimeout(callback)));
}

/** Loads when a shader first uses an image or data of its project, or one that is not there. */
const loadAssetReader = () => import('#engine/storage/assets/readAsset.ts');
const assets: AssetReader = {
  read: async (asset) => (await loadAssetReader()).readAsset(asset),
  describeMissing: (address, reason) =>
    loadAssetReader().then(
      ({ describeMissing }) => describeMissing(address, reason),
      () => reason,
    ),
};

const loadUpdates = async () => (await import('#engine/gpu/updates.ts')).updates;

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
    // Before an edit needs it. If it cannot be loaded, the edit says so.
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

/** Most browsers need none, so that it is loaded on demand. Empty if it cannot be had. */
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
