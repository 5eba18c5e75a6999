import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import { ok } from '#core/util/result.ts';
import {
  type Deliver,
  type Transport,
  workerTransport,
} from '#engine/compiler/client/transport.ts';
import { createFrameObservers, type FrameObservers } from '#engine/gpu/frameObserver.ts';
import workerUrl from '#engine/worker/worker.ts?worker&url';
import { type Ask, askBeforeLoading } from '#pages/embed/page/askedLoading.ts';
import { readOptions, startsPaused } from '#pages/embed/page/options.ts';
import { createEmbedPage } from '#pages/embed/page/page.ts';
import { playgroundAddress } from '#pages/embed/page/playgroundAddress.ts';
import { createPlaying, type Playing } from '#pages/embed/page/playing.ts';
import { setStartingValues } from '#pages/embed/page/startingValues.ts';
import { hasFilesOfParent, readAllowedOrigin } from '#pages/embed/protocol/parentParameters.ts';
import { requestDevice } from '#pages/playground/start/firstDevice.ts';
import { interfaceGate } from '#pages/playground/start/gates.ts';
import { browserLinks } from '#pages/playground/start/links.ts';
import { createPageStart, type PageStart } from '#pages/playground/start/pageStart.ts';
import { type BrowserServices, createBrowserServices } from '#pages/playground/start/services.ts';
import { trustOwnScripts } from '#pages/playground/start/trustedTypes.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import type { AddressService, WorkspaceServices } from '#workspace/services.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { withGivenBinary } from './givenBinary.ts';

const made = new Set<string>();

/** Addresses of scripts that this page has made itself. */
const madeScripts: ReadonlySet<string> = made;

/** The address of a script with this text, for a worker. */
function makeScript(text: string): string {
  const address = URL.createObjectURL(new Blob([text]));
  made.add(address);
  return address;
}

/** The same for each worker. */
let script: string | null = null;

/**
 * Starts a compiler worker in a page without an origin of its own, which may start no worker by the
 * address of a site. The worker's own script therefore only imports the site's, which hears of early
 * messages afterwards. It is no module: Chromium starts no module of such a page as a worker. It inherits
 * the page's policies: the compiler's loader makes functions of text, which Trusted Types then allow.
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

/** An embed keeps no texts: they belong to the page around it. */
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

/** The address that the page was opened with. Nobody sees its changes, so they stay in memory. */
const embedAddress: AddressService = {
  current: () => new URL(address),
  replace(next) {
    address = new URL(next);
  },
  onFragmentChange: () => () => {},
};

/** The embed’s page behind its first script (boot.ts), once somebody sees or wants it. */
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
  followTools({ workspace, observers, loadContents: services.loadContents });
  void offerApi(workspace, observers, services);
  restUnseen(playing, services);
}

/** Milliseconds out of sight after which an embed does without its compiler, and again and again. */
const RESTS_AFTER = 10_000;

/** A page may have fifty embeds, and each compiler holds some 100 MB. */
function restUnseen(playing: Playing, { compilerClient }: BrowserServices): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    if (!playing.isSeen()) {
      // Repeated, since the compiler may be busy, or be asked for by the page around the embed.
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

/** What only comes behind the first picture may come, also if there is none. */
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

/** To scripts of this page, and to the page around it. */
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

type Context = Pick<ToolContext, 'workspace' | 'observers' | 'loadContents'>;

/** Loads what a link may need besides its source: who finds its frame, and who moves its sliders. */
function followTools(context: Context): void {
  const { moment } = readUrlParameters(new URL(location.href)).source;
  if (moment && moment.frame !== null) void loadTimeline(context);
  const stop = context.workspace.store.subscribe(({ animations }) => {
    if (Object.keys(animations).length === 0) return;
    stop();
    void loadAnimations(context);
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
