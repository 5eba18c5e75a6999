/** Messages between a page and an embed in it. A change that older partners misread counts it up. */
export const PROTOCOL_VERSION = 1;

/** Marks the first message of each side; everything else goes through the port that the page sends. */
export const PROTOCOL = 'slang-playground';

/** The page asks the embed to talk, with a `MessagePort` of its own. */
export interface Connect {
  readonly protocol: typeof PROTOCOL;
  readonly version: number;
  readonly kind: 'connect';
}
