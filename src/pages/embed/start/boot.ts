import { type Autoplay, readFirstOptions } from '#core/project/embedCode/firstOptions.ts';
import { closeStorage } from './closeStorage.ts';

// The page's first script: it must stay small, so it imports nothing that the rest needs too.
closeStorage(window);
const root = document.documentElement;
const stage = document.querySelector<HTMLElement>('.stage');
const { autoplay, theme, poster } = readFirstOptions(new URL(location.href));
const contrast = matchMedia('(prefers-contrast: more)');
const showTheme = () => {
  root.dataset['theme'] = theme === 'system' && contrast.matches ? 'contrast' : theme;
};
showTheme();
contrast.onchange = showTheme;
if (stage) {
  stage.querySelector('.unloaded')?.remove();
  showPoster(stage, poster);
  void whenWanted(stage, autoplay).then(() => {
    // Makes the first part request the graphics device as soon as it loads.
    root.dataset['device'] = '';
    const parts = document.querySelector<HTMLMetaElement>('meta[name="embed-parts"]')?.content;
    const loading = (parts ?? '')
      .split(' ')
      .map((part) => import(/* @vite-ignore */ new URL(part, document.baseURI).href));
    Promise.all(loading).catch((thrown: unknown) => {
      console.error(thrown);
      showUnloaded(stage);
    });
  });
}

/** Shows the poster, so that there is a picture before anything large loads. */
function showPoster(stage: HTMLElement, poster: string | null): void {
  if (poster === null) return;
  const picture = new Image();
  // The page has no origin of its own; the site serves its files to anonymous requests.
  picture.crossOrigin = 'anonymous';
  picture.className = 'poster';
  picture.alt = '';
  picture.onerror = () => picture.remove();
  picture.src = poster;
  stage.prepend(picture);
}

/**
 * Resolves when the embed may start: when it is visible, or when the user has pressed the button.
 */
function whenWanted(stage: HTMLElement, autoplay: Autoplay): Promise<void> {
  return autoplay === 'click' ? whenPressed(stage) : whenSeen(stage);
}

function whenSeen(stage: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    // The root is the top page's window, so that scrolling there counts.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(stage);
  });
}

function whenPressed(stage: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const button = document.createElement('button');
    button.className = 'start';
    button.textContent = 'Run shader';
    stage.append(button);
    button.onclick = () => {
      button.remove();
      resolve();
    };
  });
}

/** Reports that the rest of the page failed to load. */
function showUnloaded(stage: HTMLElement): void {
  const message = document.createElement('p');
  message.className = 'notice';
  message.role = 'alert';
  message.append('The shader could not be loaded. Check the connection, then ');
  const button = document.createElement('button');
  button.textContent = 'Try again';
  button.onclick = () => location.reload();
  message.append(button);
  stage.append(message);
}
