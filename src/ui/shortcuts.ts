/** Keys and their action. `Mod` stands for Ctrl, or Cmd on a Mac; `Alt` stands for Option there. */
export interface Shortcut {
  /** Alternatives. The keys of one chord are joined by `+`. */
  readonly keys: readonly string[];
  /** Replaces `keys` on a Mac. */
  readonly macKeys?: readonly string[];
}

/** In both editors: goes to the lines of the other one that belong to the cursor's line. */
export const GO_TO_LINKED = { keys: ['F4'] } as const satisfies Shortcut;

/** The keys with the names of this kind of computer. */
export function keysOn(mac: boolean, { keys, macKeys }: Shortcut): readonly string[] {
  return mac
    ? (macKeys ?? keys).map((key) => key.replaceAll('Mod', 'Cmd').replaceAll('Alt', 'Option'))
    : keys.map((key) => key.replaceAll('Mod', 'Ctrl'));
}

/** @param platform the browser's `navigator.platform` */
export function isMac(platform: string): boolean {
  return /^(Mac|iP)/.test(platform);
}
