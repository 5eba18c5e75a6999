import { messageOf } from '#core/util/errors.ts';
import { brief } from '#core/util/text.ts';
import { tabSettings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import type { TextOnlyReason } from './rescue.ts';

/** What a tab records about a start until the start succeeds. */
interface StartRecord {
  readonly address: string;
  /** Consecutive starts that have not finished. */
  readonly starts: number;
  readonly failed: { readonly message: string; readonly stack: string } | null;
}

const KEY = STORAGE_KEYS.start;

/** A single unfinished start proves nothing: a browser can end at any time. */
const ENOUGH = 2;

let record: StartRecord | null = null;

/** Call first on each page. Null if the page may start normally. */
export function beginStart(): TextOnlyReason | null {
  const { href: address } = location;
  const last = readRecord();
  const known = last?.address === address ? last : { address, starts: 0, failed: null };
  if (known.failed) return { kind: 'failed', ...known.failed, isNow: false };
  if (known.starts >= ENOUGH) return { kind: 'unfinished' };
  record = { ...known, starts: known.starts + 1 };
  if (!document.hidden) write(record);
  // A page that the user leaves normally has not failed, and a hidden page may end at any time.
  addEventListener('pagehide', forget);
  document.addEventListener('visibilitychange', () => document.hidden && forget());
  return null;
}

/** Call when the page has opened its project and works. */
export function startSucceeded(): void {
  forget();
  record = null;
}

/** Records an error that broke the page, if it was still starting. */
export function noteFailure(thrown: unknown): void {
  if (!record) return;
  const stack = brief((thrown instanceof Error && thrown.stack) || '', 2000);
  record = { ...record, failed: { message: brief(messageOf(thrown), 300), stack } };
  write(record);
}

/** Shows the project's text instead of a page that could not start. */
export async function startFailed(thrown: unknown): Promise<void> {
  console.error(thrown);
  noteFailure(thrown);
  const { message, stack } = record?.failed ?? { message: messageOf(thrown), stack: '' };
  await showTextOnly({ kind: 'failed', message, stack, isNow: true });
}

export async function showTextOnly(reason: TextOnlyReason): Promise<void> {
  try {
    await (await import('./rescue.ts')).openRescue(reason, startOver);
  } catch (thrown) {
    const words = `Slang Playground could not start: ${messageOf(thrown)} Your draft: `;
    document.body.replaceChildren(words, tabSettings.getItem(STORAGE_KEYS.draft) ?? 'none.');
  }
}

/**
 * Reloads the page and opens the whole project. If that fails to finish, the next start is text
 * only.
 */
export function startOver(): void {
  record = null;
  write({ address: location.href, starts: ENOUGH - 1, failed: null });
  location.reload();
}

function forget(): void {
  if (record && !record.failed) tabSettings.removeItem(KEY);
}

const write = (next: StartRecord) => tabSettings.setItem(KEY, JSON.stringify(next));

function readRecord(): StartRecord | null {
  try {
    return JSON.parse(tabSettings.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}
