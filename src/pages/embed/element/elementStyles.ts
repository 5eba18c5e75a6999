/** A constructed sheet, because a page's Content-Security-Policy does not apply to it. */
export const elementStyles = new CSSStyleSheet();

elementStyles.replaceSync(`
:host { display: block; aspect-ratio: 16 / 9; max-width: 100%; background: #4d4d4d; }
:host([source]:not([source="off"])), :host([target]) { aspect-ratio: auto; height: 30rem; }
:host([hidden]) { display: none; }
iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: normal; }
`);

/** Sizes an element by its attributes: `height` in pixels or CSS, `aspect` as width / height. */
export function resize(element: HTMLElement): void {
  const [height, aspect] = [element.getAttribute('height'), element.getAttribute('aspect')];
  const isNumber = height !== null && /^\d+(\.\d+)?$/.test(height);
  element.style.height = (isNumber ? `${height}px` : height) ?? (aspect ? 'auto' : '');
  element.style.aspectRatio = aspect ?? (height ? 'auto' : '');
}
