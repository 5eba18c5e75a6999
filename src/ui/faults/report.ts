import { stackOf } from '#core/util/errors.ts';
import { brief } from '#core/util/text.ts';

export interface Fault {
  /** The part that failed, such as `Reflection`; null if only the browser reported the error. */
  readonly part: string | null;
  readonly thrown: unknown;
  readonly components?: string | null;
}

/** Maximum number of characters of a message, which may quote the source, and of a stack. */
const MAX_MESSAGE = 500;
const MAX_STACK = 4000;

/** Plain text for a bug report: what failed and where, without the project or its address. */
export function reportText(reported: readonly Fault[], page: ReportedPage = currentPage()): string {
  return [
    ...reported.map(faultText),
    [
      `Page: ${page.address}`,
      `Version: ${page.version}`,
      `Browser: ${page.browser}`,
      `Window: ${page.size}`,
      `Time: ${page.time}`,
      '',
    ].join('\n'),
  ].join('\n\n');
}

interface ReportedPage {
  readonly address: string;
  /** The name of the page's script, which differs between builds. */
  readonly version: string;
  readonly browser: string;
  readonly size: string;
  readonly time: string;
}

function currentPage(): ReportedPage {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  return {
    // A query or a fragment can contain the whole project.
    address: `${location.origin}${location.pathname}`,
    version: script?.slice(script.lastIndexOf('/') + 1) ?? 'unknown',
    browser: navigator.userAgent,
    size: `${innerWidth} × ${innerHeight}`,
    time: new Date().toISOString(),
  };
}

function faultText({ part, thrown, components }: Fault): string {
  const what = part === null ? 'An error occurred' : `${part} stopped working`;
  const stack = stackOf(thrown);
  const message = thrown instanceof Error ? String(thrown) : stack;
  const calls = stack.startsWith(message) ? stack.slice(message.length) : `\n${stack}`;
  const rendered = components ? `\nComponents:${brief(components, MAX_STACK)}` : '';
  return `${what}: ${brief(message, MAX_MESSAGE)}${brief(calls, MAX_STACK)}${rendered}`;
}
