import { fail, ok } from '#core/util/result.ts';
import { createCalls, type Method } from '#engine/worker/calls.ts';
import type {
  ApiEventName,
  ApiEvents,
  ApiMethod,
  ApiParams,
  ApiResult,
} from '#workspace/api/playgroundApi.ts';
import {
  comesFrom,
  PROTOCOL_VERSION,
  type Reply,
  readWindowMessage,
  windowMessage,
} from './messages.ts';

/** The page's end of the connection to one frame. */
export interface EmbedClient {
  /**
   * Waits until the embed is ready. Rejects with an `Error` that gives the reason and what to do.
   */
  call<Method extends ApiMethod>(
    method: Method,
    ...params: ApiParams<Method>
  ): Promise<ApiResult<Method>>;
  /** Subscribes to an event or unsubscribes from it. `ready` is always sent. */
  watch(event: ApiEventName, isWanted: boolean): void;
  /** Rejects calls that the embed may have received: another embed is about to replace it. */
  reset(reason: string): void;
  /** Rejects all pending calls and stops listening. */
  close(reason: string): void;
}

interface EmbedClientOptions {
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The window in the embed's frame, once it has one. */
  embed(): Pick<Window, 'postMessage'> | null;
  onEvent(name: ApiEventName, detail: ApiEvents[ApiEventName]): void;
  /** Called when the embed refuses to talk to this page. */
  onRefused(reason: string): void;
}

type ApiMethods = { readonly [Name in ApiMethod]: Method<ApiParams<Name>, ApiResult<Name>> };

/** Talks to the embed in a frame, even after the frame has reloaded. */
export function createEmbedClient(options: EmbedClientOptions): EmbedClient {
  const { page, embed, onEvent, onRefused } = options;
  const calls = createCalls<ApiMethods>((call) => {
    if (isReady) port?.postMessage(call);
  });
  const watched = new Set<ApiEventName>(['ready']);
  let port: MessagePort | null = null;
  let isReady = false;

  const disconnect = (reason: string) => {
    // The embed may or may not have carried them out.
    if (isReady) calls.rejectAll(reason);
    isReady = false;
    port?.close();
    port = null;
  };
  const refuse = (reason: string) => {
    disconnect(reason);
    calls.rejectAll(reason);
    onRefused(reason);
  };
  const listen = (event: ApiEventName, isWanted = true) => {
    const method = isWanted ? 'subscribe' : 'unsubscribe';
    port?.postMessage({ id: 0, method, params: [event] });
  };
  const onReply = (reply: Reply) => {
    switch (reply.kind) {
      case 'connected':
        for (const event of watched) listen(event);
        break;
      case 'refused':
        refuse(reply.error);
        break;
      case 'result':
        calls.settle(reply.id, ok(reply.result));
        break;
      case 'failure':
        calls.settle(reply.id ?? 0, fail(reply.error));
        break;
      case 'event':
        if (!watched.has(reply.event)) return;
        onEvent(reply.event, reply.detail);
        if (reply.event !== 'ready' || isReady) return;
        isReady = true;
        for (const call of calls.waiting()) port?.postMessage(call);
    }
  };
  const onMessage = (event: MessageEvent<unknown>) => {
    const ready = readWindowMessage(event.data, 'ready-to-connect');
    const to = embed();
    if (!ready || !to || !comesFrom(to, event)) return;
    disconnect('The embed has reloaded. Call the method again.');
    if (ready.version === PROTOCOL_VERSION) port = connect(to, onReply);
    else refuse(otherVersion(ready.version));
  };
  page.addEventListener('message', onMessage);

  return {
    call: (method, ...params) => calls.ask(method, params),
    watch(event, isWanted) {
      if (watched.has(event) === isWanted) return;
      if (isWanted) watched.add(event);
      else watched.delete(event);
      listen(event, isWanted);
    },
    reset: disconnect,
    close(reason) {
      page.removeEventListener('message', onMessage);
      disconnect(reason);
      calls.rejectAll(reason);
    },
  };
}

function connect(to: Pick<Window, 'postMessage'>, onReply: (reply: Reply) => void): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (event: MessageEvent<Reply>) => onReply(event.data);
  to.postMessage(windowMessage('connect'), '*', [port2]);
  return port1;
}

function otherVersion(version: unknown): string {
  return `The embed speaks version ${version} of the protocol, this page version ${PROTOCOL_VERSION}. Reload the page.`;
}
