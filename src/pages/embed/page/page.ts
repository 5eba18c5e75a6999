import type { FrameStats } from '#core/plan/runControls.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { shownRun } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { showControls } from './controls.ts';
import { make } from './dom.ts';
import { type NoticeView, showNotices } from './noticeView.ts';
import type { EmbedOptions } from './options.ts';
import type { Playing } from './playing.ts';

interface EmbedPageOptions {
  /** `#embed` of embed.html. */
  readonly page: HTMLElement;
  /** In it: what the first script has put the poster into. */
  readonly stage: HTMLElement;
  readonly options: EmbedOptions;
  readonly playing: Playing;
  playgroundAddress(): Promise<string>;
}

interface EmbedPage extends Pick<NoticeView, 'ask'> {
  /** On which runs draw. */
  readonly canvas: HTMLCanvasElement;
}

/** Shows the embed: its picture, what is said of it, and what else its address asks for. */
export function createEmbedPage(parts: EmbedPageOptions): EmbedPage {
  const { page, stage, options, playing, playgroundAddress } = parts;
  const { workspace } = playing;
  const canvas = make('canvas', { tabIndex: 0 });
  canvas.ariaLabel = 'Render output';
  stage.append(canvas);
  showPrinted(stage, workspace);
  const texts = createTexts(page, workspace, options);
  const notices = showNotices(stage, workspace, texts.showsSource);
  if (options.showsControls) {
    const { toggleSource } = texts;
    const showsSource = options.showsSource;
    showControls(page, { playing, page, playgroundAddress, toggleSource, showsSource });
  }
  runByKeys(workspace, texts.showsSource);
  // The button that was clicked is gone.
  if (options.autoplay === 'click') canvas.focus();
  const stop = workspace.onFrame((stats: FrameStats | null) => {
    if (!stats) return;
    queueMicrotask(() => stop());
    stage.querySelector('.poster')?.remove();
    texts.begin();
  });
  return { canvas, ask: notices.ask };
}

/** What the shader prints, which takes the place of the picture if it draws none. */
function showPrinted(stage: HTMLElement, { store }: Workspace): void {
  const text = make('pre', { className: 'printed', hidden: true, tabIndex: 0 });
  text.ariaLabel = 'Output';
  stage.append(text);
  store.subscribe((state, before) => {
    if (state.run === before.run) return;
    const { outputs, printed } = shownRun(state);
    text.hidden = !outputs.includes('printing');
    text.dataset['beside'] = String(outputs.includes('image'));
    if (text.textContent !== printed) text.textContent = printed;
  });
}

interface Texts {
  showsSource(): boolean;
  toggleSource(): boolean;
  /** Loads what is to be shown. Before the first picture, it would only delay that. */
  begin(): void;
}

/** The source and the target code, whose views load behind the first picture. */
function createTexts(page: HTMLElement, workspace: Workspace, options: EmbedOptions): Texts {
  const source = createText(page, 'source', async (place) => {
    const { showSource } = await import('./sourceView.ts');
    return showSource(place, workspace);
  });
  const target = createText(page, 'target', async (place) => {
    const { showTargetCode } = await import('./targetView.ts');
    return showTargetCode(place, workspace);
  });
  let isBegun = false;
  source.setShown(options.showsSource);
  target.setShown(options.showsTarget);
  const begin = () => {
    isBegun = true;
    source.load();
    target.load();
  };
  // Without a picture, the source is what a fault can be mended in.
  workspace.store.subscribe((state) => {
    if (!isBegun && hasFailed(state)) begin();
  });
  return {
    begin,
    showsSource: source.isShown,
    toggleSource() {
      source.setShown(!source.isShown());
      source.load();
      return source.isShown();
    },
  };
}

function hasFailed({ compilation, run }: WorkspaceState): boolean {
  return compilation.kind === 'done' && (run.kind === 'idle' || run.kind === 'failed');
}

interface Text {
  isShown(): boolean;
  setShown(isShown: boolean): void;
  /** Loads it if it is shown, and not there yet. */
  load(): void;
}

function createText(
  page: HTMLElement,
  name: 'source' | 'target',
  show: (place: HTMLElement) => Promise<Dispose>,
): Text {
  const place = make('section', { className: 'text', hidden: true });
  place.dataset['text'] = name;
  place.ariaLabel = name === 'source' ? 'Source' : 'Target';
  page.querySelector('.main')?.append(place);
  let isLoading = false;
  const disposer = createDisposer();
  return {
    isShown: () => !place.hidden,
    setShown(isShown) {
      place.hidden = !isShown;
      page.toggleAttribute(`data-${name}`, isShown);
    },
    load() {
      if (place.hidden || isLoading) return;
      isLoading = true;
      show(place).then(disposer.add, (thrown: unknown) => {
        isLoading = false;
        place.replaceChildren(
          make('p', {}, `The ${name} cannot be shown: ${messageOf(thrown)} Reload the frame.`),
        );
      });
    },
  };
}

/** As on the playground’s own page, but only beside a source: elsewhere F5 reloads the page. */
function runByKeys(workspace: Workspace, showsSource: () => boolean): void {
  addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey } = event;
      const isRun = key === 'F5' || (key === 'Enter' && (ctrlKey || metaKey));
      if (!isRun || !showsSource()) return;
      event.preventDefault();
      event.stopPropagation();
      void workspace.run();
    },
    { capture: true },
  );
}
