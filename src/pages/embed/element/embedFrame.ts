import { FRAME_SANDBOX } from '#core/project/embedCode/firstOptions.ts';
import type { Result } from '#core/util/result.ts';
import { createEmbedClient, type EmbedClient } from '#pages/embed/protocol/embedClient.ts';
import { type FindFile, giveFiles } from '#pages/embed/protocol/giveFiles.ts';
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
