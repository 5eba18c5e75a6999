export interface PageElements {
  readonly canvas: HTMLCanvasElement;
  readonly printed: HTMLElement;
  readonly message: HTMLElement;
  readonly play: HTMLElement;
  readonly reset: HTMLElement;
  readonly frame: HTMLElement;
  /** Holds the rows of sliders and colours. */
  readonly controls: HTMLElement;
}

export function findElements(): PageElements {
  return {
    canvas: find('picture', HTMLCanvasElement),
    printed: find('printed', HTMLElement),
    message: find('message', HTMLElement),
    play: find('play', HTMLElement),
    reset: find('reset', HTMLElement),
    frame: find('frame', HTMLElement),
    controls: find('controls', HTMLElement),
  };
}

function find<Found extends HTMLElement>(id: string, kind: new () => Found): Found {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`This page has no ${id}.`);
  return element;
}

export function showMessage({ message }: PageElements, text: string): void {
  message.textContent = text;
  message.hidden = false;
}
