import type { Page } from '@playwright/test';
import type { ControlName } from './steps.ts';

/** A control that a click would hit. */
export interface Control extends ControlName {
  /** The visible part, in CSS pixels relative to the window. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** The options; null if the control is not a list. */
  readonly values: readonly string[] | null;
}

const CONTROLS = [
  ...[
    'button',
    'summary',
    'textarea',
    'select',
    'canvas',
    'a[href]',
    '.cm-scroller',
    '.cm-gutters',
  ],
  'input:not([type=hidden], [type=file])',
  ...['tab', 'option', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'switch', 'checkbox'].map(
    (role) => `[role=${role}]`,
  ),
  ...['radio', 'treeitem', 'gridcell', 'separator', 'slider', 'row', 'spinbutton'].map(
    (role) => `[role=${role}]`,
  ),
].join();

/** Runs in the page, so it cannot use names from this file. */
function survey(selector: string): Control[] {
  const counts = new Map<string, number>();
  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return [];
    const rect = element.getBoundingClientRect();
    const x = Math.max(rect.left, 0);
    const y = Math.max(rect.top, 0);
    const width = Math.min(rect.right, innerWidth) - x;
    const height = Math.min(rect.bottom, innerHeight) - y;
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (width <= 2 || height <= 2 || !hit || !element.contains(hit)) return [];
    // Skip links to other pages, which have no editor, and to other sites.
    if (element instanceof HTMLAnchorElement) {
      const leads = new URL(element.href);
      if (leads.origin !== location.origin || leads.pathname !== location.pathname) return [];
      if (element.target !== '' || element.download !== '') return [];
    }
    const labels =
      element instanceof HTMLInputElement ? (element.labels?.[0]?.innerText ?? '') : '';
    const content = element.matches('.cm-scroller, .cm-gutters')
      ? element.closest('.cm-editor')?.querySelector('.cm-content')
      : element;
    const text =
      content?.getAttribute('aria-label') ||
      labels ||
      (element.matches('.cm-scroller, .cm-gutters, select') ? '' : element.innerText) ||
      element.title;
    const type = element instanceof HTMLInputElement ? `:${element.type}` : '';
    const tag = element.className.toString().startsWith('cm-')
      ? element.className.split(' ')[0]
      : element.tagName.toLowerCase() + type;
    const kind = element.getAttribute('role') ?? tag ?? '';
    // A saved version's time differs on replay.
    const timeless = text.replaceAll(/\d{1,2}:\d{2}(?: [AP]M)?/g, '');
    const name = timeless.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
    const nth = counts.get(`${kind} ${name}`) ?? 0;
    counts.set(`${kind} ${name}`, nth + 1);
    const values =
      element instanceof HTMLSelectElement
        ? [...element.options].filter((option) => !option.disabled).map((option) => option.value)
        : null;
    return [{ kind, name, nth, box: { x, y, width, height }, values }];
  });
}

export function visibleControls(page: Page): Promise<Control[]> {
  return page.evaluate(survey, CONTROLS);
}

/** Returns undefined if the control is missing or covered. */
export async function findControl(page: Page, wanted: ControlName): Promise<Control | undefined> {
  const all = await visibleControls(page);
  return all.find(
    ({ kind, name, nth }) => kind === wanted.kind && name === wanted.name && nth === wanted.nth,
  );
}
