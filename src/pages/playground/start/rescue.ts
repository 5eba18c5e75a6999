import { readUrlParameters, withDemo, withoutAll } from '#core/project/links/urlParameters.ts';
import type { ProjectFile } from '#core/project/project.ts';
import { messageOf } from '#core/util/errors.ts';
import { fewMarks } from '#core/util/marks.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { followTheme } from '#pages/playground/browser/theme.ts';
import buttons from '#ui/Button.module.css';
import { copyText } from '#ui/copyText.ts';
import { reportText } from '#ui/faults/report.ts';
import { saveFile } from '#ui/saveFile.ts';
import { moduleFile, sourceFile } from '#workspace/sources/sourceFile.ts';
import { createSourceLoader, DEFAULT_DEMO } from '#workspace/sources/sourceLoader.ts';
import { interfaceGate } from './gates.ts';
import { createBrowserKeeping } from './keeping.ts';
import { browserLinks } from './links.ts';
import styles from './rescue.module.css';
import { loadDemo, loadSource } from './sourceFiles.ts';

/** Why a project opens as text only: the page failed when the tab last opened this address. */
export type TextOnlyReason =
  | { readonly kind: 'unfinished' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly stack: string;
      /** Whether the page has just failed, rather than on an earlier visit. */
      readonly isNow: boolean;
    };

/** The parts of a project to save when it cannot be opened. */
interface RescuedProject {
  readonly text: string;
  readonly files?: readonly ProjectFile[];
  /** Where the main file came from; determines its file name. */
  readonly uri: string;
}

/**
 * Shows a project's files as plain text to copy and save. Uses neither React nor the editor,
 * because either may be what failed.
 *
 * @param startOver reloads the page; null if a reload without the project is offered elsewhere
 */
export function showProject(
  place: HTMLElement,
  { text, files = [], uri }: RescuedProject,
  startOver: (() => void) | null,
): void {
  const saved = [sourceFile(text, uri), ...files.map(moduleFile)];
  const texts = [text, ...files.map((file) => file.text)];
  // The full text, to copy and save.
  const shown = () => texts[Math.max(0, choice.selectedIndex)] ?? '';
  const area = make('textarea', { className: styles['text'], readOnly: true });
  area.ariaLabel = 'Source as text';
  const choice = make('select', {});
  choice.ariaLabel = 'File';
  choice.append(...saved.map(({ name }, index) => new Option(files[index - 1]?.path ?? name)));
  choice.onchange = () => {
    area.value = fewMarks(shown());
  };
  area.value = fewMarks(shown());
  const outcome = make('span', { role: 'status' });
  const copy = async () => {
    const isCopied = await copyText(Promise.resolve(shown()));
    if (!isCopied) area.select();
    outcome.textContent = isCopied ? 'Copied.' : 'Your browser blocked the copy. Press Ctrl+C.';
  };
  const save = () => {
    const file = saved[Math.max(0, choice.selectedIndex)];
    if (file) saveFile(file);
  };
  const bar = make('div', { className: styles['bar'] });
  if (files.length > 0) bar.append(choice);
  bar.append(
    button('Copy', () => void copy()),
    button('Save', save),
  );
  if (startOver) bar.append(leaveButton(startOver));
  bar.append(outcome);
  const view = make('div', { className: styles['project'] });
  view.append(bar, area);
  place.replaceChildren(view);
}

/** Replaces the page with the text of the project that it cannot open. */
export async function openRescue(reason: TextOnlyReason, startOver: () => void): Promise<void> {
  followTheme();
  // Large drafts are in the database, which waits for the interface.
  interfaceGate.open();
  const place = make('div', {});
  const page = make('main', { className: styles['page'] });
  page.append(reasonView(reason, startOver), place);
  document.body.replaceChildren(page);
  const { source } = readUrlParameters(new URL(location.href));
  const show = async () => {
    place.textContent = 'Loading the source…';
    const read = await readProject().catch((thrown: unknown) => fail(messageOf(thrown)));
    if (read.ok) showProject(place, read.value, null);
    else place.textContent = `The source could not be read. ${read.error}`;
  };
  // Reading the link may be the step that never finished.
  const isRisky = reason.kind === 'unfinished' && source.kind !== 'none';
  if (!isRisky) return show();
  const bar = make('div', { className: styles['project'] });
  const wrapped = make('div', { className: styles['bar'] });
  wrapped.append(button('Show the text of the link', () => void show()));
  bar.append(wrapped);
  place.append(bar);
}

function reasonView(reason: TextOnlyReason, startOver: () => void): HTMLElement {
  const view = make('header', { className: styles['reason'] });
  const outcome = make('span', { role: 'status' });
  if (reason.kind === 'unfinished') {
    view.append(
      make('h1', {}, 'This project is open as text only.'),
      make('p', {}, 'Nothing runs. The page didn’t finish opening it the last two times.'),
    );
    view.append(button('Open whole project', startOver), leaveButton(startOver));
    return view;
  }
  const { message, stack, isNow } = reason;
  const copy = async () => {
    const thrown = Object.assign(new Error(message), { stack });
    const report = reportText([{ part: 'Slang Playground', thrown }]);
    const isCopied = await copyText(Promise.resolve(report));
    outcome.textContent = isCopied ? 'Copied.' : 'Your browser blocked the copy.';
  };
  if (isNow) view.role = 'alert';
  const title = isNow ? 'Slang Playground stopped working.' : 'This project is open as text only.';
  const told = isNow
    ? message
    : `Nothing runs. The page stopped working when it last opened this project: ${message}`;
  view.append(
    make('h1', {}, title),
    make('p', {}, told),
    button(isNow ? 'Try again' : 'Open whole project', startOver),
    button('Copy report', () => void copy()),
    leaveButton(startOver),
    outcome,
  );
  return view;
}

async function readProject(): Promise<Result<RescuedProject>> {
  const { source } = readUrlParameters(new URL(location.href));
  if (source.kind === 'none') {
    const draft = await createBrowserKeeping().drafts.restore();
    if (draft) return ok(draft);
  }
  const address = { current: () => new URL(location.href), replace() {}, onFragmentChange };
  const loader = createSourceLoader(
    { address, links: browserLinks, loadDemo, loadSource },
    () => {},
  );
  const asked = source.kind === 'none' ? ({ kind: 'demo', name: DEFAULT_DEMO } as const) : source;
  return (await loader.load(asked)) ?? fail('Reload the page to try again.');
}

const onFragmentChange = () => () => {};

/** The tab's draft goes into the history, as it does whenever an address opens something else. */
function leaveButton(startOver: () => void): HTMLButtonElement {
  return button('Reload without this project', () => {
    const address = withDemo(withoutAll(new URL(location.href)), DEFAULT_DEMO);
    history.replaceState(null, '', address);
    startOver();
  });
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: { [Name in keyof HTMLElementTagNameMap[Tag]]?: unknown },
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  if (text !== '') element.textContent = text;
  return element;
}

function button(text: string, onclick: () => void): HTMLButtonElement {
  return make('button', { type: 'button', className: buttons['button'] ?? '', onclick }, text);
}
