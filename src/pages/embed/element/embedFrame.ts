import { FRAME_SANDBOX } from '#core/project/embedCode/firstOptions.ts';
import { countBytes } from '#core/util/countBytes.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Result } from '#core/util/result.ts';
import { createEmbedClient, type EmbedClient } from '#pages/embed/protocol/embedClient.ts';
import { comesFrom, type FileAnswer, readFileWanted } from '#pages/embed/protocol/messages.ts';
import type { ApiEventName, ApiEvents } from '#workspace/api/playgroundApi.ts';

/** How long a visible embed may take to become ready, in milliseconds. */
const LONGEST_START = 30_000;

interface EmbedFrameOptions {
  readonly parent: ShadowRoot;
  title(): string;
  address(): Promise<Result<string>>;
  /** Whether the embed's page waits for a click before it does anything. */
  isWaiting(): boolean;
  onEvent(name: ApiEventName, detail: ApiEvents[ApiEventName]): void;
  onFailure(reason: string): void;
  readonly findFile: FindFile;
  /** The embed is ready, waits for a click or has failed, so another may start. */
  onSettled(): void;
}

/** A frame, and the connection to the embed in it, which outlasts the frame. */
export interface EmbedFrame {
  readonly client: EmbedClient;
  /** Whether a frame exists or is being created. */
  readonly isStarted: boolean;
  readonly isReady: boolean;
  start(): void;
  /** Removes the frame. Calls that no embed has received yet wait for the next frame. */
  stop(reason: string): void;
  retitle(): void;
  end(reason: string): void;
}

export function createEmbedFrame(options: EmbedFrameOptions): EmbedFrame {
  const { parent, onEvent, onFailure, onSettled } = options;
  let frame: HTMLIFrameElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts starts and stops, so that an address packed for an earlier start is dropped. */
  let turn = 0;
  let isStarted = false;
  let isReady = false;

  const fail = (reason: string) => {
    clearTimeout(timer);
    onFailure(reason);
    onSettled();
  };
  const embed = () => frame?.contentWindow ?? null;
  const client = createEmbedClient({
    page: window,
    embed,
    onRefused: fail,
    onEvent(name, detail) {
      if (name === 'ready') {
        clearTimeout(timer);
        isReady = true;
      }
      onEvent(name, detail);
      if (name === 'ready') onSettled();
    },
  });
  const stopGiving = giveFiles(window, embed, options.findFile);
  const show = (address: string) => {
    frame = createFrame(address, options.title());
    if (options.isWaiting()) {
      frame.onload = onSettled;
    } else {
      const message = `The embed did not become ready within ${LONGEST_START / 1000} seconds. Check the connection, and whether this page's Content-Security-Policy lets it frame ${address.split('?')[0]}.`;
      timer = setTimeout(fail, LONGEST_START, message);
    }
    parent.replaceChildren(frame);
  };
  const stop = (reason: string) => {
    turn += 1;
    clearTimeout(timer);
    isStarted = false;
    isReady = false;
    frame?.remove();
    frame = null;
    client.reset(reason);
  };
  return {
    client,
    get isStarted() {
      return isStarted;
    },
    get isReady() {
      return isReady;
    },
    async start() {
      turn += 1;
      const own = turn;
      isStarted = true;
      const address = await options.address();
      if (own !== turn) return;
      if (address.ok) show(address.value);
      else fail(address.error);
    },
    stop,
    retitle() {
      if (frame) frame.title = options.title();
    },
    end(reason) {
      stop(reason);
      client.close(reason);
      stopGiving();
    },
  };
}

/** Not in the document yet, so that its address adds no entry to the tab's history. */
function createFrame(address: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', FRAME_SANDBOX);
  frame.loading = 'lazy';
  frame.allow = 'fullscreen';
  frame.title = title;
  frame.src = address;
  return frame;
}

const files = new Map<string, Promise<Blob | null>>();

/**
 * A file of the playground's site at `site`, fetched once for all embeds of the page: browsers
 * cache nothing for embeds, which have no origin, but do for this page. Null if the file is
 * unavailable.
 *
 * @param onBytes receives the number of bytes so far, unless the file was already requested
 */
export async function findSiteFile(
  address: string,
  site: string,
  onBytes: (received: number) => void,
): Promise<Blob | null> {
  const assets = new URL('assets/', site).href;
  if (!URL.canParse(address) || !new URL(address).href.startsWith(assets)) return null;
  const file = files.get(address) ?? fetchFile(address, onBytes);
  files.set(address, file);
  const found = await file;
  // The page's policy may forbid the fetch, or the connection was lost: the next embed tries again.
  if (!found) files.delete(address);
  return found;
}

async function fetchFile(
  address: string,
  onBytes: (received: number) => void,
): Promise<Blob | null> {
  try {
    const { ok, body } = await fetch(address, { credentials: 'omit' });
    return ok && body ? await new Response(body.pipeThrough(countBytes(onBytes))).blob() : null;
  } catch {
    return null;
  }
}

/** Finds a file of the embed's site; null if unavailable. `onBytes` gets the byte count so far. */
export type FindFile = (
  address: string,
  onBytes: (received: number) => void,
) => Promise<Blob | null>;

/**
 * Answers the embed's file requests until the returned function is called.
 *
 * @param page the parent page's window
 * @param embed the window in the embed's frame, once it has one
 */
export function giveFiles(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  embed: () => Pick<Window, 'postMessage'> | null,
  find: FindFile,
): Dispose {
  const onMessage = (event: MessageEvent<unknown>) => {
    const from = embed();
    const wanted = readFileWanted(event.data);
    const [answer] = event.ports;
    if (!from || !answer || wanted === null || !comesFrom(from, event)) return;
    const send = (message: FileAnswer) => answer.postMessage(message);
    void find(wanted, send).then(send);
  };
  page.addEventListener('message', onMessage);
  return () => page.removeEventListener('message', onMessage);
}
