import type { ApiEventName, ApiEvents, ApiMethod } from '#workspace/api/playgroundApi.ts';

/**
 * The version of the messages between a page and an embed in it. Increase it when older partners
 * would misread a change.
 */
export const PROTOCOL_VERSION = 1;

/** Marks the messages between the two windows; all others go through the ports that these bring. */
export const PROTOCOL = 'slang-playground';

type WindowMessageKind =
  /** The embed tells its parent, whatever page that is, that it is listening. */
  | 'ready-to-connect'
  /** The page asks the embed to connect, and sends a `MessagePort` of its own. */
  | 'connect'
  /**
   * The embed requests a file of its site, by `address`, and sends a `MessagePort` for the answer.
   */
  | 'file-wanted';

/**
 * The answers to `file-wanted`: byte counts while data arrives, then the file, or null if
 * unavailable.
 */
export type FileAnswer = number | Blob | null;

/** What the page can ask of the embed: a method call, or an event subscription. */
export type Call =
  | { readonly method: ApiMethod; readonly params: readonly unknown[] }
  | { readonly method: 'subscribe' | 'unsubscribe'; readonly params: readonly [ApiEventName] };

/** To the embed, through the port. */
export type Request = Call & { readonly id: number };

/** To the page, through the port. `id` is null if the request's could not be read. */
export type Reply =
  | { readonly kind: 'connected'; readonly version: number }
  | { readonly kind: 'refused'; readonly version: number; readonly error: string }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number | null; readonly error: string }
  | {
      readonly kind: 'event';
      readonly event: ApiEventName;
      readonly detail: ApiEvents[ApiEventName];
    };

export function windowMessage(kind: WindowMessageKind) {
  return { protocol: PROTOCOL, version: PROTOCOL_VERSION, kind } as const;
}

/**
 * A message of this kind between windows, of any version; null if the message is not one of ours.
 */
export function readWindowMessage(
  data: unknown,
  kind: WindowMessageKind,
): { readonly version: unknown } | null {
  if (typeof data !== 'object' || data === null) return null;
  const message: { protocol?: unknown; kind?: unknown; version?: unknown } = data;
  if (message.protocol !== PROTOCOL || message.kind !== kind) return null;
  return { version: message.version };
}

/** Whether a message is from this embed. Embeds have no origin of their own: theirs is `"null"`. */
export function comesFrom(
  embed: Pick<Window, 'postMessage'>,
  { source, origin }: MessageEvent,
): boolean {
  return source === embed && origin === 'null';
}

/** The address of the file that an embed requests; null for other messages and versions. */
export function readFileWanted(data: unknown): string | null {
  if (readWindowMessage(data, 'file-wanted')?.version !== PROTOCOL_VERSION) return null;
  const { address } = data as { address?: unknown };
  return typeof address === 'string' ? address : null;
}
