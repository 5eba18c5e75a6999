import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import { ok } from '#core/util/result.ts';
import {
  type Deliver,
  type Transport,
  workerTransport,
} from '#engine/compiler/client/transport.ts';
import { createFrameObservers, type FrameObservers } from '#engine/gpu/frameObserver.ts';
import workerUrl from '#engine/worker/worker.ts?worker&url';
import { type Ask, askBeforeLoading } from '#pages/embed/page/noticeView.ts';
import {
  playgroundAddress,
  readOptions,
  setStartingValues,
  startsPaused,
} from '#pages/embed/page/options.ts';
import { createEmbedPage } from '#pages/embed/page/page.ts';
import { createPlaying, type Playing } from '#pages/embed/page/playing.ts';
import { hasFilesOfParent, readAllowedOrigin } from '#pages/embed/protocol/parentParameters.ts';
import { requestDevice } from '#pages/playground/start/firstDevice.ts';
import { createPageStart, type PageStart } from '#pages/playground/start/firstRun.ts';
import { interfaceGate } from '#pages/playground/start/gates.ts';
import { browserLinks } from '#pages/playground/start/links.ts';
import { type BrowserServices, createBrowserServices } from '#pages/playground/start/services.ts';
import { trustOwnScripts } from '#pages/playground/start/trustedTypes.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { shownRun } from '#workspace/runState.ts';
import type { AddressService, WorkspaceServices } from '#workspace/services.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { withGivenBinary } from './givenBinary.ts';

const made = new Set<string>();

const madeScripts: ReadonlySet<string> = made;

/** Creates a worker script with this text and returns its address. */
function makeScript(text: string): string {
  const address = URL.createObjectURL(new Blob([text]));
  made.add(address);
  return address;
}

/** All workers use the same script. */
let script: string | null = null;

/**
 * Starts a compiler worker in a page without an origin of its own, which cannot start workers by a
 * site's address. The worker's own script therefore only imports the site's script, then replays
 * messages that arrived early. It is a classic script: Chromium starts no module workers for such a
 * page. The worker inherits the page's policies: the compiler's loader creates functions from text,
 * so the script lets Trusted Types allow that.
 */
function startSandboxedWorker(deliver: Deliver): Transport {
  script ??= makeScript(workerScript(new URL(workerUrl, document.baseURI).href));
  return workerTransport(new Worker(script, { name: 'compiler' }), deliver);
}

function workerScript(address: string): string {
  return `self.trustedTypes?.createPolicy('default', { createScript: (text) => text });
const early = [];
const keep = ({ data }) => early.push(data);
self.addEventListener('message', keep);
import(${JSON.stringify(address)}).then(
  () => {
    self.removeEventListener('message', keep);
    for (const data of early) self.dispatchEvent(new MessageEvent('message', { data }));
  },
  (thrown) => setTimeout(() => { throw thrown; }),
);
`;
}

/** An embed stores no texts: they belong to the parent page. */
const nothingKept: Pick<WorkspaceServices, 'drafts' | 'versions'> = {
  drafts: {
    restore: () => null,
    save() {},
    findLeft: async () => [],
    isSafe: () => true,
    onRefused: () => () => {},
    onCopied: () => () => {},
    onLeaving: () => () => {},
  },
  versions: { note: async () => ok(undefined) },
};

let address = new URL(location.href);

/**
 * Starts as the address that the page was opened with. Changes stay in memory, because users cannot
 * see an embed's address.
 */
const embedAddress: AddressService = {
  current: () => new URL(address),
  replace(next) {
    address = new URL(next);
  },
  onFragmentChange: () => () => {},
};

/** Starts the embed once it is visible or wanted; runs after the page's first script (boot.ts). */
function startEmbed(): void {
  trustOwnScripts(madeScripts);
  const address = embedAddress.current();
  const { options, problems } = readOptions(address);
  for (const problem of problems) console.warn(problem);
  const page = document.getElementById('embed');
  const stage = page?.querySelector<HTMLElement>('.stage');
  if (!page || !stage) throw new Error('embed.html has no stage.');

  const observers = createFrameObservers();
  const { start, reports } = createPageStart();
  let ask: Ask = () => () => {};
  const services = createBrowserServices({
    startWorker,
    requestDevice,
    observers,
    onModule() {},
    keeping: nothingKept,
    reports,
    isPageBusy: () => false,
    address: embedAddress,
  });
  const loadSource = askBeforeLoading(services.loadSource, address.origin, (next) => ask(next));
  const bare = createWorkspace({ ...services, loadSource });
  const wantsLessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const wish = startsPaused(options, wantsLessMotion) ? 'pause' : 'play';
  const playing = createPlaying(bare, page, wish);
  const { workspace } = playing;
  const embed = createEmbedPage({
    ...{ page, stage, options, playing },
    playgroundAddress: () => addressInPlayground(workspace),
  });
  ask = embed.ask;
  workspace.attachCanvas(embed.canvas);
  setStartingValues(workspace, options.uniforms);
  void workspace.start();
  openGate(workspace, start);
  followTools({
    ...{ workspace, observers, loadContents: services.loadContents },
    canvas: embed.canvas,
  });
  void offerApi(workspace, observers, services);
  restUnseen(playing, services);
}

/**
 * An embed that is not visible gives up its compiler after this many milliseconds, and checks again
 * at the same interval.
 */
const RESTS_AFTER = 10_000;

/** A page may have fifty embeds, and each compiler uses about 100 MB. */
function restUnseen(playing: Playing, { compilerClient }: BrowserServices): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    if (!playing.isSeen()) {
      // Repeated, because the compiler may be busy, or the parent page may use it again.
      timer ??= setInterval(() => compilerClient()?.rest(), RESTS_AFTER);
      return;
    }
    clearInterval(timer);
    timer = undefined;
  };
  playing.onChange(look);
  look();
}

function startWorker(deliver: Deliver): Transport {
  const worker = startSandboxedWorker(deliver);
  if (!hasFilesOfParent(embedAddress.current())) return worker;
  return withGivenBinary(worker, deliver, async (url, onProgress) =>
    (await import('./binaryOfParent.ts')).binaryOfParent(url, onProgress),
  );
}

/**
 * Lets deferred work start after the first picture, or once it is clear that there will be none.
 */
function openGate({ store }: Workspace, { firstFrame }: PageStart): void {
  void firstFrame.then(() => interfaceGate.open());
  store.subscribe(({ compilation, run }) => {
    const isOver = run.kind === 'idle' || run.kind === 'failed';
    if (compilation.kind === 'done' && isOver) interfaceGate.open();
  });
}

function addressInPlayground(workspace: Workspace): Promise<string> {
  const { target, entryPoint, seed, givenName, demo } = workspace.store.getState();
  const settings = { target, entryPoint, seed, givenName, view: null };
  const project = () => ({ ...workspace.project(), ...settings });
  return playgroundAddress(embedAddress.current(), browserLinks, demo !== null, project);
}

/** Offers the API to scripts of this page and to the parent page. */
async function offerApi(
  workspace: Workspace,
  observers: FrameObservers,
  services: BrowserServices,
): Promise<void> {
  const [{ offerPlayground }, { serveParent }] = await Promise.all([
    import('#workspace/api/offerPlayground.ts'),
    import('#pages/embed/protocol/serveParent.ts'),
  ]);
  offerPlayground({ workspace, observers, compiler: services.compilerClient });
  const { slangPlayground } = window;
  const allowedOrigin = readAllowedOrigin(new URL(location.href));
  if (slangPlayground) serveParent(slangPlayground, { allowedOrigin });
}

startEmbed();

type Context = Pick<ToolContext, 'workspace' | 'observers' | 'loadContents' | 'canvas'>;

/**
 * Loads tools that a link may need besides its source: to seek to its frame, move its sliders, or
 * move its camera.
 */
function followTools(context: Context): void {
  const { moment } = readUrlParameters(new URL(location.href)).source;
  if (moment && moment.frame !== null) void loadTimeline(context);
  const stop = context.workspace.store.subscribe(({ animations }) => {
    if (Object.keys(animations).length === 0) return;
    stop();
    void loadAnimations(context);
  });
  const wait = context.workspace.store.subscribe((state) => {
    if (!shownRun(state).hasCamera) return;
    wait();
    void loadCameraControls(context);
  });
}

async function loadTimeline(context: Context): Promise<void> {
  const { createTimelineSession } = await import('#tools/timeline/session/timelineSession.ts');
  createTimelineSession(context);
}

async function loadAnimations(context: Context): Promise<void> {
  const { createAnimationSession } = await import(
    '#tools/uniforms/animation/session/animationSession.ts'
  );
  createAnimationSession(context);
}

async function loadCameraControls(context: Context): Promise<void> {
  const { createCameraControls } = await import('#tools/camera/controls/cameraControls.ts');
  createCameraControls(context);
}
