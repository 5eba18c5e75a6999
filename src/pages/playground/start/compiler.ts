import { runRequest } from '#core/output/compileResult.ts';
import {
  createMemoryCache,
  layerCaches,
  loadedOnUse,
} from '#engine/compiler/client/compileCache.ts';
import {
  type CompilerClient,
  type CompilerClientOptions,
  createCompilerClient,
} from '#engine/compiler/client/compilerClient.ts';
import { deferredTransport } from '#engine/compiler/client/deferredTransport.ts';
import { fileKey, precompiledAnswers } from '#engine/compiler/client/precompiled.ts';
import type { StartServer } from '#engine/compiler/client/transport.ts';
import { fingerprint } from '#generated/slang/fingerprint.json';
import binaryUrl from '#generated/slang/slang-wasm.wasm.gz?url';

const PRECOMPILED = import.meta.glob<string>('/generated/precompiled/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** What makes the binary do once what every compile does. */
const WARM_UP = `import rendering;
import printing;
import playground;

[playground::SLIDER(0.5, 0, 1)]
uniform float brightness;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    if (pixel.x == 0) printf("%f\\n", brightness);
    drawPixel(pixel, (int2 place) => { return float4(brightness); });
}
`;

/** How long the compiler waits for a first picture that needs none of it, in milliseconds. */
const PATIENCE = 1000;

export interface BrowserCompiler {
  /** To be called once: a page has one compiler. */
  createClient(onState: CompilerClientOptions['onState']): CompilerClient;
  /** Null until it was created. */
  client(): CompilerClient | null;
  /**
   * There is nothing left to wait for. Until it is called, or something is asked for that only the
   * compiler knows, the first picture has processors and network for itself.
   */
  startNow(): void;
  /** Whether it is on its way to an answer, which takes all the processors that it gets. */
  isBusy(): boolean;
  /** Whether a person or live mode waits for it. */
  isAwaited(): boolean;
}

/**
 * The page's compiler, with all places where its answers may be found already.
 *
 * @param onModule gets the compiled binary, whenever a worker is ready
 * @param onAnswer is called at each answer of a worker
 */
export function createBrowserCompiler(
  startWorker: StartServer,
  onModule: (module: WebAssembly.Module) => void,
  onAnswer: () => void,
): BrowserCompiler {
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
    createClient(onState) {
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
    client: () => client,
    startNow,
    isBusy: () => isStarting || (client?.isCompiling() ?? false),
    isAwaited: () => client?.isAwaited() ?? false,
  };
}

/** @param onUnknown is called when an answer is nowhere to be found */
function rememberedAnswers(
  onUnknown: () => void,
): Pick<CompilerClientOptions, 'fingerprint' | 'cache'> {
  // While the library modules are being worked on, what was remembered of them is wrong.
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
  // A demo does not need it, so it does not load before the first picture.
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
