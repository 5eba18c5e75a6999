import {
  LANGUAGE_WORKER,
  type MessageFromWorker,
  type MessageToWorker,
} from '#engine/language/protocol.ts';

/** A connection to a language server as CodeMirror's client needs it: whole JSON-RPC messages. */
export interface LanguageTransport {
  send(message: string): void;
  subscribe(handler: (message: string) => void): void;
  unsubscribe(handler: (message: string) => void): void;
}

/** One worker, or its replacement in a test. Reports nothing after `close`. */
export interface WorkerLink {
  post(message: MessageToWorker): void;
  /** Ends the worker immediately, whatever it is doing. */
  close(): void;
}

export interface LinkEvents {
  onMessage(message: MessageFromWorker): void;
  /** The worker ended on its own. */
  onClosed(reason: string): void;
}

export function startLanguageWorker(events: LinkEvents): WorkerLink {
  const worker = new Worker(new URL('../../worker/worker.ts', import.meta.url), {
    type: 'module',
    name: LANGUAGE_WORKER,
  });
  worker.onmessage = ({ data }: MessageEvent<MessageFromWorker>) => events.onMessage(data);
  worker.onerror = ({ message }) =>
    events.onClosed(message || 'The language worker’s script could not be loaded.');
  worker.onmessageerror = () => events.onClosed('A message of the language worker was unreadable.');
  return {
    post: (message) => worker.postMessage(message),
    close() {
      worker.onmessage = null;
      worker.onerror = null;
      worker.onmessageerror = null;
      worker.terminate();
    },
  };
}
