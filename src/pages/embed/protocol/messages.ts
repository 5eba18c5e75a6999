import type { ApiEventName, ApiEvents, ApiMethod } from '#workspace/api/playgroundApi.ts';

/** Messages between a page and an embed in it. A change that older partners misread counts it up. */
export const PROTOCOL_VERSION = 1;

/** Marks the messages between the two windows; everything else goes through the ports that they bring. */
export const PROTOCOL = 'slang-playground';

type WindowMessageKind =
  /** The embed tells its parent, whoever that is, that it listens. */
  | 'ready-to-connect'
  /** The page asks the embed to talk, with a `MessagePort` of its own. */
  | 'connect'
  /** The embed asks for a file of its site, by `address`, with a `MessagePort` for the answer. */
  | 'file-wanted';

/** What comes for `file-wanted`: the bytes so far while they arrive, then the file, or null if it cannot be had. */
export type FileAnswer = number | Blob | null;

/** What the page can ask of the embed: a method with its parameters, or to be told of an event. */
export type Call =
  | { readonly method: ApiMethod; readonly params: readonly unknown[] }
  | { readonly method: 'subscribe' | 'unsubscribe'; readonly params: readonly [ApiEventName] };

/** To the embed, through the port. */
export type Request = Call & { readonly id: number };

/** To the page, through the port. Without an `id`, the request had none that could be read. */
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

/** A message of this kind between windows, of any version; null if it is another's message. */
export function readWindowMessage(
  data: unknown,
  kind: WindowMessageKind,
): { readonly version: unknown } | null {
  if (typeof data !== 'object' || data === null) return null;
  const message: { protocol?: unknown; kind?: unknown; version?: unknown } = data;
  if (message.protocol !== PROTOCOL || message.kind !== kind) return null;
  return { version: message.version };
}

/** Whether a message is of this embed. Embeds have no origin of their own: theirs is `"null"`. */
export function comesFrom(
  embed: Pick<Window, 'postMessage'>,
  { source, origin }: Pick<MessageEvent, 'source' | 'origin'>,
): boolean {
  return source === embed && origin === 'null';
}

/** The address of the file that an embed asks for; null if the message is another, or of another version. */
export function readFileWanted(data: unknown): string | null {
  if (readWindowMessage(data, 'file-wanted')?.version !== PROTOCOL_VERSION) return null;
  const { address } = data as { address?: unknown };
  return typeof address === 'string' ? address : null;
}
