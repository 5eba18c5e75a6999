import type { FrameStats } from '#core/plan/runControls.ts';
import { committedNumber, liveNumber, shortFloat, sliderStep } from '#core/plan/sliderNumbers.ts';
import { fromHex, toHex } from '#core/util/colors.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { shownRun } from '#workspace/runState.ts';
import {
  colorValue,
  type InteractiveComponent,
  sliderValue,
} from '#workspace/runs/uniformValues.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { ICONS, iconButton, make, relabel } from './dom.ts';
import { type NoticeView, showNotices } from './noticeView.ts';
import type { EmbedOptions } from './options.ts';
import type { Playing } from './playing.ts';

interface EmbedPageOptions {
  /** `#embed` of embed.html. */
  readonly page: HTMLElement;
  /** Inside `page`; the first script has put the poster here. */
  readonly stage: HTMLElement;
  readonly options: EmbedOptions;
  readonly playing: Playing;
  playgroundAddress(): Promise<string>;
}

interface EmbedPage extends Pick<NoticeView, 'ask'> {
  readonly canvas: HTMLCanvasElement;
}

/** Shows the embed: its picture, its notices, and whatever else its address asks for. */
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
  // The button that was clicked no longer exists.
  if (options.autoplay === 'click') canvas.focus();
  const stop = workspace.onFrame((stats: FrameStats | null) => {
    if (!stats) return;
    queueMicrotask(() => stop());
    stage.querySelector('.poster')?.remove();
    texts.begin();
  });
  return { canvas, ask: notices.ask };
}

/** Shows the shader's printed text, which takes the place of the picture if it draws none. */
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
  /** Loads the visible views. Call after the first picture, which this would delay. */
  begin(): void;
}

/** The source and the target code, whose views load after the first picture. */
function createTexts(page: HTMLElement, workspace: Workspace, options: EmbedOptions): Texts {
  const source = createText(page, 'source', async (place) => {
    const { showSource } = await import('./codeViews.ts');
    return showSource(place, workspace);
  });
  const target = createText(page, 'target', async (place) => {
    const { showTargetCode } = await import('./codeViews.ts');
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
  // Without a picture, load the source, where the user can fix the error.
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
  /** Loads the view if it is visible and not loaded yet. */
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

/** The playground's own run keys, but only beside a source: elsewhere F5 reloads the page. */
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

interface ControlsOptions {
  readonly playing: Playing;
  readonly page: HTMLElement;
  /** An address that opens the playground with the current source. */
  playgroundAddress(): Promise<string>;
  /** Shows or hides the source; returns whether it is now visible. */
  toggleSource(): boolean;
  readonly showsSource: boolean;
}

function showControls(parent: HTMLElement, options: ControlsOptions): Dispose {
  const { playing, page, toggleSource, showsSource } = options;
  const { workspace } = playing;
  const disposer = createDisposer();
  const bar = make('div', { className: 'bar', role: 'toolbar' });
  bar.ariaLabel = 'Playback';
  const play = iconButton('Pause', ICONS.pause(), () => {
    if (playing.plays()) workspace.pause();
    else workspace.resume();
  });
  const reset = iconButton('Reset frame to 0', ICONS.reset(), workspace.resetFrame);
  const look = () => {
    if (playing.plays()) relabel(play, 'Pause', ICONS.pause());
    else relabel(play, 'Resume', ICONS.play());
  };
  disposer.add(playing.onChange(look));
  look();
  const source = iconButton('Show source', ICONS.source(), () => {
    source.ariaPressed = String(toggleSource());
  });
  source.ariaPressed = String(showsSource);
  bar.append(play, reset, uniformsButton(parent, playing, disposer.add), source);
  if (document.fullscreenEnabled) bar.append(fullScreenButton(page));
  bar.append(openLink(options));
  parent.append(bar);
  disposer.add(() => bar.remove());
  return disposer.dispose;
}

/** The button and the panel it opens: the uniforms, over the lower part of the picture. */
function uniformsButton(
  parent: HTMLElement,
  { workspace }: Playing,
  release: (dispose: Dispose) => void,
): HTMLButtonElement {
  const panel = make('section', { className: 'uniforms', hidden: true, id: 'uniforms' });
  panel.ariaLabel = 'Uniforms';
  const show = (isShown: boolean) => {
    panel.hidden = !isShown;
    button.ariaExpanded = String(isShown);
  };
  const button = iconButton('Uniforms', ICONS.sliders(), () => show(panel.hidden !== false));
  button.setAttribute('aria-controls', panel.id);
  button.hidden = true;
  show(false);
  panel.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    show(false);
    button.focus();
  });
  parent.append(panel);
  release(
    showUniforms(panel, workspace, (count) => {
      button.hidden = count === 0;
      if (count === 0) show(false);
    }),
  );
  release(() => panel.remove());
  return button;
}

function fullScreenButton(page: HTMLElement): HTMLButtonElement {
  return iconButton('Toggle full screen', ICONS.fullScreen(), () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : page.requestFullscreen();
    change.catch((thrown: unknown) => console.warn('Full screen was refused:', thrown));
  });
}

const MIDDLE_BUTTON = 1;

function openLink({ playgroundAddress }: ControlsOptions): HTMLAnchorElement {
  const label = 'Open in Slang Playground';
  const words = make('span', { className: 'words' }, label);
  const target = { href: './', target: '_blank', rel: 'noopener' };
  const link = make('a', { className: 'open', title: label, ...target }, words, ICONS.open());
  link.ariaLabel = label;
  let isReady = false;
  const open = (event: MouseEvent) => {
    if (isReady || event.button > MIDDLE_BUTTON) return;
    event.preventDefault();
    void playgroundAddress().then((address) => {
      link.href = address;
      isReady = true;
      // The browser still counts this as part of the user's click.
      link.click();
      isReady = false;
    });
  };
  link.addEventListener('click', open);
  // Middle-button clicks also open links.
  link.addEventListener('auxclick', open);
  return link;
}

type Slider = Extract<InteractiveComponent, { type: 'SLIDER' }>;
type Color = Exclude<InteractiveComponent, Slider>;

interface Row {
  readonly element: HTMLElement;
  /** Shows the current value, except in a field the user is typing in. */
  update(state: WorkspaceState): void;
}

/** More rows would block the page. */
const MAX_ROWS = 100;

/** Shows the sliders and colours of the run, and updates them. `onCount` receives their number. */
function showUniforms(
  parent: HTMLElement,
  workspace: Workspace,
  onCount: (count: number) => void,
): () => void {
  const { store } = workspace;
  let uniforms: readonly InteractiveComponent[] | null = null;
  let rows: readonly Row[] = [];
  const look = (state: WorkspaceState) => {
    const newest = shownRun(state).uniforms;
    if (newest !== uniforms && JSON.stringify(newest) !== JSON.stringify(uniforms)) {
      rows = newest
        .slice(0, MAX_ROWS)
        .map((uniform) =>
          uniform.type === 'SLIDER' ? sliderRow(workspace, uniform) : colorRow(workspace, uniform),
        );
      const reset = make('button', { type: 'button' }, 'Reset all');
      reset.addEventListener('click', () => workspace.resetUniforms());
      parent.replaceChildren(...rows.map(({ element }) => element), reset);
      onCount(newest.length);
    }
    uniforms = newest;
    for (const row of rows) row.update(state);
  };
  look(store.getState());
  return store.subscribe((state, before) => {
    if (state.run !== before.run || state.uniformValues !== before.uniformValues) look(state);
  });
}

let rowCount = 0;

function sliderRow(workspace: Workspace, slider: Slider): Row {
  const { name } = slider;
  rowCount += 1;
  const [min, max] = [shortFloat(slider.min), shortFloat(slider.max)];
  const limits = { min: String(min), max: String(max), step: String(sliderStep(min, max)) };
  const range = make('input', { type: 'range', id: `uniform-${rowCount}`, ...limits });
  const number = make('input', { type: 'number', ...limits });
  number.ariaLabel = name;
  for (const field of [range, number]) {
    field.addEventListener('input', () => {
      const value = liveNumber(field.value, min, max);
      if (value !== null) workspace.setUniform(name, value);
    });
  }
  // On Enter, or when the field loses focus.
  number.addEventListener('change', () => {
    const value = committedNumber(number.value, min, max);
    if (value !== null) workspace.setUniform(name, value);
    number.value = String(
      shortFloat(sliderValue(slider, workspace.store.getState().uniformValues)),
    );
  });
  const label = make('label', { htmlFor: range.id, title: name }, name);
  return {
    element: make('div', { className: 'uniform' }, label, range, number),
    update({ uniformValues }) {
      const value = String(shortFloat(sliderValue(slider, uniformValues)));
      for (const field of [range, number]) {
        const isTypedIn = field === number && field === document.activeElement;
        if (field.value !== value && !isTypedIn) field.value = value;
      }
    },
  };
}

function colorRow(workspace: Workspace, color: Color): Row {
  const { name } = color;
  rowCount += 1;
  const field = make('input', { type: 'color', id: `uniform-${rowCount}` });
  field.addEventListener('input', () => {
    const chosen = fromHex(field.value);
    if (chosen) workspace.setUniform(name, chosen);
  });
  const label = make('label', { htmlFor: field.id, title: name }, name);
  return {
    element: make('div', { className: 'uniform' }, label, field),
    update({ uniformValues }) {
      field.value = toHex(colorValue(color, uniformValues));
    },
  };
}
