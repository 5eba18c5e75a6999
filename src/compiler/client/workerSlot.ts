import type { BinarySource, CompilerMethods } from '#compiler/protocol.ts';
import type { CompilerState } from '#program/compilerState.ts';
import { messageOf } from '#shared/errors.ts';
import { type Connection, connect } from './connection.ts';
import type { ClosableTransport } from './transport.ts';

export interface WorkerOptions {
  /** Starts a worker; called again for each that has to be replaced. */
  readonly start: () => ClosableTransport;
  readonly binaryUrl: string;
  readonly onState: (state: CompilerState) => void;
  readonly onReady: (identity: CompilerMethods['initialize']['result']) => void;
}

/** The worker of the moment; those after it take over the binary that it has compiled. */
export function createWorkerSlot(options: WorkerOptions, onDied: (message: string) => void) {
  const { onState } = options;
  let binary: BinarySource = { kind: 'url', url: options.binaryUrl };
  let connection = open();

  function open(): Connection {
    const opened = openWatched(options, binary, {
      onReady(identity) {
        binary = { kind: 'module', module: identity.module };
      },
      onFailed(message) {
        if (connection === opened) onState({ kind: 'failed', message });
      },
      onDied(message) {
        if (connection === opened) onDied(message);
      },
    });
    return opened;
  }

  function replaceWith(state: CompilerState, reason: string): void {
    const old = connection;
    onState(state);
    connection = open();
    old.close(reason);
  }

  return {
    get connection() {
      return connection;
    },
    replace: () => replaceWith({ kind: 'restarting' }, 'This worker was replaced.'),
    startOver: () =>
      replaceWith(
        { kind: 'loading', progress: { received: 0, total: null } },
        'The compiler was started over.',
      ),
    close: () => connection.close('The page no longer needs the compiler.'),
  };
}

interface Watch {
  onReady(identity: CompilerMethods['initialize']['result']): void;
  /** It never became ready. */
  onFailed(message: string): void;
  /** It went away by itself after it was ready. */
  onDied(message: string): void;
}

/** Opens a connection and reports what becomes of it. */
function openWatched(options: WorkerOptions, binary: BinarySource, watch: Watch): Connection {
  const { onState, onReady } = options;
  let isReady = false;
  const opened = connect({
    start: options.start,
    binary,
    onEvent: ({ progress }) => onState({ kind: 'loading', progress }),
    onClosed: (message) => {
      // Before it was ready, `ready` is rejected and says so.
      if (isReady) watch.onDied(message);
    },
  });
  opened.ready.then(
    (identity) => {
      isReady = true;
      watch.onReady(identity);
      onReady(identity);
      onState({ kind: 'ready', compilerVersion: identity.compilerVersion });
    },
    (thrown) => watch.onFailed(messageOf(thrown)),
  );
  return opened;
}
