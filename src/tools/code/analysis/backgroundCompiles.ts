import type { StoreApi } from 'zustand/vanilla';
import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { CompilerState } from '#core/output/compilerState.ts';
import type { CompilationState } from '#workspace/state.ts';

/** See `CompilerClient.inspect`. */
export type CompileForView = (
  request: CompileRequest,
  signal: AbortSignal,
) => Promise<CompileReport | 'no-answer' | null>;

/** `soon` for what the user points at or asks for. It runs before what a view loads on its own. */
type Urgency = 'soon' | 'later';

/** Compiles for views, one at a time, while the compiler is idle. */
export type BackgroundCompiles = ReturnType<typeof createBackgroundCompiles>;

interface Busyness {
  readonly compiler: CompilerState;
  readonly compilation: CompilationState;
}

type BusynessStore = Pick<StoreApi<Busyness>, 'getState' | 'subscribe'>;

/** Pauses in ms after a compile was pre-empted. Each is twice the previous one. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1600;

interface Waiting {
  readonly urgency: Urgency;
  /** Compiles. False if the compile was pre-empted and must start over. Never rejects. */
  attempt(): Promise<boolean>;
}

export function createBackgroundCompiles(compileForView: CompileForView, store: BusynessStore) {
  const queue: Waiting[] = [];
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    let pause = FIRST_PAUSE;
    while (queue.length > 0) {
      await untilFree(store);
      const next = takeMostUrgent(queue);
      if (!next || (await next.attempt())) {
        pause = FIRST_PAUSE;
        continue;
      }
      queue.unshift(next);
      await sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
    isRunning = false;
  };
  return {
    /**
     * Waits in the queue, and starts over if a more urgent compile pre-empts this one.
     *
     * @param urgency within the same urgency, first come, first served
     * @returns `no-answer` if the source is known to hang or crash the compiler; null if the signal
     * was aborted. Rejects if the compiler does.
     */
    compile(
      request: CompileRequest,
      signal: AbortSignal,
      urgency: Urgency = 'later',
    ): Promise<CompileReport | 'no-answer' | null> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return resolve(null);
        // If a running compile is aborted, its later outcome has no effect.
        const leave = () => {
          const place = queue.indexOf(waiting);
          if (place >= 0) queue.splice(place, 1);
          resolve(null);
        };
        const waiting: Waiting = {
          urgency,
          async attempt() {
            try {
              const report = await compileForView(request, signal);
              if (report === null && !signal.aborted) return false;
              resolve(report);
            } catch (thrown) {
              reject(thrown);
            }
            signal.removeEventListener('abort', leave);
            return true;
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.push(waiting);
        void run();
      });
    },
  };
}

function takeMostUrgent(queue: Waiting[]): Waiting | undefined {
  const soon = queue.findIndex(({ urgency }) => urgency === 'soon');
  return queue.splice(Math.max(soon, 0), 1)[0];
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Resolves once the compiler has no user's job to do. */
function untilFree(store: BusynessStore): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isFree(store.getState())) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}

function isFree({ compiler, compilation }: Busyness): boolean {
  return compiler.kind === 'ready' && compilation.kind !== 'compiling';
}
