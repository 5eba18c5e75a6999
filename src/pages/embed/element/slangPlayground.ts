import { messageOf } from '#core/util/errors.ts';
import { ok, type Result } from '#core/util/result.ts';
import {
  type ApiEventName,
  type ApiEvents,
  type ApiMethod,
  type ApiParams,
  type ApiResult,
  type ApiState,
  METHOD_NAMES,
  type PlaygroundApi,
} from '#workspace/api/playgroundApi.ts';
import { createEmbedFrame, type EmbedFrame, findSiteFile } from './embedFrame.ts';
import { frameAddress, innerSource, PAGE_OPTIONS, packSource } from './frameAddress.ts';
import { createStartQueue } from './startQueue.ts';

const SITE = import.meta.url;

/** Events forwarded once an embed is ready; `frame` only while it has listeners. */
const TOLD: readonly ApiEventName[] = ['error', 'diagnostics', 'source'];

const GONE = 'The element is not in the document. Append it first.';

/** Methods that are only forwarded: `run` does more, and `source` replaces the other two. */
type PassedOn = Exclude<ApiMethod, 'run' | 'project' | 'setProject'>;

const isPassedOn = (name: ApiMethod): name is PassedOn =>
  !['run', 'project', 'setProject'].includes(name);

const ApiElement = HTMLElement as new () => HTMLElement & Pick<PlaygroundApi, PassedOn>;

/**
 * `<slang-playground>`: an embed in a frame, with its options as attributes and its API as methods.
 */
export class SlangPlayground extends ApiElement {
  static readonly observedAttributes = [...PAGE_OPTIONS, 'height', 'aspect', 'title'];

  readonly #shadow = this.attachShadow({ mode: 'open' });
  readonly #frameListeners = new Set<unknown>();
  #embed: EmbedFrame | null = null;
  /** The source as a script or visitor last set it; null while it is the inner text or the demo. */
  #edited: string | null = null;
  #demoSource = '';
  /** Whether a script requested a run, which replaces a visitor's click. */
  #isAsked = false;
  #isChanged = false;

  constructor() {
    super();
    this.#shadow.adoptedStyleSheets = [elementStyles];
  }

  connectedCallback(): void {
    this.#takeEarlySource();
    this.#embed = this.#createEmbed();
    this.#watchFrames();
    // The element's text may not be parsed yet.
    const isParsed = document.readyState !== 'loading';
    if (isParsed) awaitTurn(this);
    else document.addEventListener('DOMContentLoaded', () => this.#load(), { once: true });
  }

  disconnectedCallback(): void {
    this.#embed?.end('The element has left the document.');
    this.#embed = null;
    leaveQueue(this);
  }

  /** Lets `moveBefore` move the element without reloading its frame. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value) return;
    if (name === 'title') this.#embed?.retitle();
    else if (name === 'height' || name === 'aspect') resize(this);
    else this.#changeOption(name);
  }

  startFrame(): void {
    this.#embed?.start();
  }

  /** The current source, with a visitor's edits. Setting it runs it. */
  get source(): string {
    return this.#edited ?? (innerSource(this) || this.#demoSource);
  }

  set source(source: string) {
    this.#edited = source;
    if (!this.#embed?.isStarted) return;
    this.#call('setProject', { source }).catch((error) => this.#tellError(messageOf(error)));
  }

  static {
    for (const name of METHOD_NAMES.filter(isPassedOn)) {
      const value = function (this: SlangPlayground, ...params: never) {
        return this.#call(name, ...params);
      };
      const method = { value, writable: true, configurable: true };
      Object.defineProperty(SlangPlayground.prototype, name, method);
    }
  }

  /** Runs the source without waiting for a click; resolves once it has drawn, printed or failed. */
  run(): Promise<ApiState> {
    if (this.#waitsForClick()) {
      this.#isAsked = true;
      this.#load();
    }
    return this.#call('run');
  }

  override addEventListener(
    ...[type, listener, options]: Parameters<HTMLElement['addEventListener']>
  ): void {
    super.addEventListener(type, listener, options);
    if (type === 'frame' && listener) this.#frameListeners.add(listener);
    this.#watchFrames();
  }

  override removeEventListener(
    ...[type, listener, options]: Parameters<HTMLElement['removeEventListener']>
  ): void {
    super.removeEventListener(type, listener, options);
    if (type === 'frame') this.#frameListeners.delete(listener);
    this.#watchFrames();
  }

  #createEmbed(): EmbedFrame {
    return createEmbedFrame({
      parent: this.#shadow,
      title: () => this.title || 'Slang shader',
      address: () => this.#address(),
      isWaiting: () => this.#waitsForClick(),
      onEvent: (name, detail) => this.#onEvent(name, detail),
      onFailure: (reason) => this.#tellError(reason),
      findFile: (address, onBytes) => findSiteFile(address, SITE, onBytes),
      onSettled: () => endTurn(this),
    });
  }

  /** Reloads the embed with the attributes and source at the time it starts. */
  #load(): void {
    if (!this.#embed) return;
    for (const name of TOLD) this.#embed.client.watch(name, false);
    this.#embed.stop('The embed has reloaded. Call the method again.');
    awaitTurn(this);
  }

  #changeOption(name: string): void {
    if (name === 'demo') this.#edited = null;
    this.#isAsked = false;
    if (!this.#embed || this.#isChanged) return;
    // Reload only once for attributes that change together.
    this.#isChanged = true;
    queueMicrotask(() => {
      this.#isChanged = false;
      this.#load();
    });
  }

  async #address(): Promise<Result<string>> {
    const source = this.#edited ?? innerSource(this);
    const code = source === '' ? ok(null) : await packSource(source);
    if (!code.ok) return code;
    const options = new Map(PAGE_OPTIONS.map((name) => [name, this.getAttribute(name)]));
    if (this.#isAsked) options.set('autoplay', 'visible');
    return ok(frameAddress(SITE, { options, code: code.value, origin: self.origin }));
  }

  /** A script that ran before this one may have set the property on the plain element. */
  #takeEarlySource(): void {
    if (!Object.hasOwn(this, 'source')) return;
    const { source } = this;
    Reflect.deleteProperty(this, 'source');
    this.#edited = String(source);
  }

  #waitsForClick(): boolean {
    const isReady = this.#embed?.isReady ?? false;
    return !isReady && !this.#isAsked && this.getAttribute('autoplay') === 'click';
  }

  #watchFrames(): void {
    this.#embed?.client.watch('frame', this.#frameListeners.size > 0);
  }

  #onEvent(name: ApiEventName, detail: ApiEvents[ApiEventName]): void {
    if (name === 'source' && 'source' in detail) this.#edited = detail.source;
    this.#tell(name, detail);
    if (name === 'ready' && 'run' in detail) this.#onReady(detail);
  }

  #onReady({ run, messages, diagnostics }: ApiState): void {
    for (const name of TOLD) this.#embed?.client.watch(name, true);
    if (diagnostics.length > 0) this.#tell('diagnostics', { diagnostics });
    if (run === 'failed') this.#tellError(messages);
    if (this.#edited !== null || innerSource(this) !== '') return;
    this.#call('project').then(
      ({ source }) => {
        this.#demoSource = source;
      },
      () => {},
    );
  }

  #call<Method extends ApiMethod>(
    method: Method,
    ...params: ApiParams<Method>
  ): Promise<ApiResult<Method>> {
    return this.#embed?.client.call(method, ...params) ?? Promise.reject(new Error(GONE));
  }

  #tell<Name extends ApiEventName>(name: Name, detail: ApiEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #tellError(message: string): void {
    this.#tell('error', { message });
  }
}

interface Startable extends Element {
  startFrame(): void;
}

/** Frames start slightly before they scroll into view. */
const MARGIN = '200px';

/** Shared by all elements of the document. */
const queue = createStartQueue<Startable>((element) => element.startFrame());

const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      queue.see(target as Startable, isIntersecting);
  },
  { rootMargin: MARGIN },
);

/** Calls the element's `startFrame` once it is visible and those before it have started. */
function awaitTurn(element: Startable): void {
  queue.add(element);
  sight.observe(element);
}

/** Call when the element has started or cannot start. */
function endTurn(element: Startable): void {
  queue.settle(element);
}

function leaveQueue(element: Startable): void {
  sight.unobserve(element);
  queue.remove(element);
}

/** A constructed sheet, because a page's Content-Security-Policy does not apply to it. */
const elementStyles = new CSSStyleSheet();

elementStyles.replaceSync(`
:host { display: block; aspect-ratio: 16 / 9; max-width: 100%; background: #4d4d4d; }
:host([source]:not([source="off"])), :host([target]) { aspect-ratio: auto; height: 30rem; }
:host([hidden]) { display: none; }
iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: normal; }
`);

/** Sizes an element by its attributes: `height` in pixels or CSS, `aspect` as width / height. */
function resize(element: HTMLElement): void {
  const [height, aspect] = [element.getAttribute('height'), element.getAttribute('aspect')];
  const isNumber = height !== null && /^\d+(\.\d+)?$/.test(height);
  element.style.height = (isNumber ? `${height}px` : height) ?? (aspect ? 'auto' : '');
  element.style.aspectRatio = aspect ?? (height ? 'auto' : '');
}
