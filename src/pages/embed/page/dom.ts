type Tags = HTMLElementTagNameMap;

export function make<Tag extends keyof Tags>(
  tag: Tag,
  properties: Partial<Tags[Tag]> = {},
  ...children: readonly (Node | string)[]
): Tags[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Drawn on a 16 × 16 grid in the surrounding text's colour. */
function icon(...paths: readonly string[]): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 16 16');
  drawing.setAttribute('aria-hidden', 'true');
  for (const path of paths) {
    const drawn = document.createElementNS(SVG, 'path');
    drawn.setAttribute('d', path);
    drawing.append(drawn);
  }
  return drawing;
}

export const ICONS = {
  play: () => icon('M5 3.5v9L12.5 8z'),
  pause: () => icon('M5 3.5v9M11 3.5v9'),
  reset: () => icon('M3 3.5v9', 'M13 3.5 6 8l7 4.5z'),
  sliders: () => icon('M2 5h5M10 5h4M2 11h2M7 11h7', 'M8.5 3.5v3M5.5 9.5v3'),
  source: () => icon('M6 4 2.5 8 6 12M10 4l3.5 4L10 12'),
  fullScreen: () => icon('M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10'),
  open: () => icon('M12.5 9v4.5h-10v-10H7', 'M9.5 2.5h4v4M13 3 7.5 8.5'),
  close: () => icon('M4 4l8 8M12 4l-8 8'),
} as const;

/** An icon-only button with `label` as its name. */
export function iconButton(
  label: string,
  drawing: SVGElement,
  onPress: () => void,
): HTMLButtonElement {
  const button = make('button', { type: 'button', className: 'icon', title: label }, drawing);
  button.ariaLabel = label;
  button.addEventListener('click', onPress);
  return button;
}

/** Changes the icon and name of a button whose action has changed. */
export function relabel(button: HTMLElement, label: string, drawing: SVGElement): void {
  if (button.ariaLabel === label) return;
  button.ariaLabel = label;
  button.title = label;
  button.replaceChildren(drawing);
}
