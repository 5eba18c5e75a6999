import type { CompilerState } from '#core/output/compilerState.ts';
import { messageOf } from '#core/util/errors.ts';
import type { BinarySource, CompilerMethods } from '#engine/compiler/protocol.ts';
import { type Connection, connect } from './connection.ts';
import type { StartServer } from './transport.ts';

export interface WorkerOptions {
  /** Starts a worker; called again for each replacement. */
  readonly start: StartServer;
  /** The binary's address. */
  readonly binaryUrl: string;
  readonly onState: (state: CompilerState) => void;
  /** Called whenever a worker is ready. */
  readonly onReady: (identity: CompilerMethods['initialize']['result']) => void;
}

export interface WorkerEvents {
  onReady(): void;
  /** The worker never became ready. */
  onFailed(message: string): void;
  /** The worker was ready, and ended by itself. */
  onDied(message: string): void;
}

/** The current worker. */
export interface WorkerSlot extends Pick<Connection, 'ask'> {
  /** Starts another worker with the binary that this one has compiled. */
  replace(): void;
  /** Starts another worker after this one failed. */
  restart(): void;
  close(): void;
}

export function createWorkerSlot(options: WorkerOptions, events: WorkerEvents): WorkerSlot {
  const { onState } = options;
  let binary: BinarySource = { kind: 'url', url: options.binaryUrl };
  let connection = open();

  function open(): Connection {
    let isReady = false;
    const opened = connect({
      start: options.start,
      binary,
      onEvent: ({ progress }) => onState({ kind: 'loading', progress }),
      onClosed(message) {
        // Before the worker is ready, `ready` is rejected with this message.
        if (isReady && connection === opened) events.onDied(message);
      },
    });
    opened.ready.then(
      (identity) => {
        if (connection !== opened) return;
        isReady = true;
        binary = { kind: 'module', module: identity.module };
        options.onReady(identity);
        events.onReady();
        onState({ kind: 'ready', compilerVersion: identity.compilerVersion });
      },
      (thrown) => {
        if (connection !== opened) return;
        const message = messageOf(thrown);
        onState({ kind: 'failed', message });
        events.onFailed(message);
      },
    );
    return opened;
  }

  function replaceWith(state: CompilerState, reason: string): void {
    const old = connection;
    onState(state);
    connection = open();
    old.close(reason);
  }

  return {
    ask: (method, params) => connection.ask(method, params),
    replace: () => replaceWith({ kind: 'restarting' }, 'This worker was replaced.'),
    restart: () =>
      replaceWith(
        { kind: 'loading', progress: { received: 0, total: null } },
        'The compiler was started over.',
      ),
    close: () => connection.close('The page no longer needs the compiler.'),
  };
}
