import type { Dispose } from '#core/util/disposer.ts';
import { createDisposer } from '#core/util/disposer.ts';
import { ICONS, iconButton, make, relabel } from './dom.ts';
import type { Playing } from './playing.ts';
import { showUniforms } from './uniformRows.ts';

export interface ControlsOptions {
  readonly playing: Playing;
  /** What is shown in full screen. */
  readonly page: HTMLElement;
  /** An address that opens the playground with the source as it is now. */
  playgroundAddress(): Promise<string>;
  /** Shows the source, or hides it; the result is whether it is shown. */
  toggleSource(): boolean;
  readonly showsSource: boolean;
}

/** The bar below the picture. */
export function showControls(parent: HTMLElement, options: ControlsOptions): Dispose {
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

/** The button, with what it opens: the uniforms, over the lower part of the picture. */
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
      // The browser still counts it as part of the press.
      link.click();
      isReady = false;
    });
  };
  link.addEventListener('click', open);
  // Of the middle button, which also opens links.
  link.addEventListener('auxclick', open);
  return link;
}
