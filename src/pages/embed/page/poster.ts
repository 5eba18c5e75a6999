import type { Autoplay } from '#core/project/embedCode/firstOptions.ts';

/** Shows the poster, so that there is a picture before anything large loads. */
export function showPoster(stage: HTMLElement, poster: string | null): void {
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
export function whenWanted(stage: HTMLElement, autoplay: Autoplay): Promise<void> {
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
export function showUnloaded(stage: HTMLElement): void {
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
