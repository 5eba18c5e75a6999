/** Keys of an action. `Mod` is Ctrl, or Cmd on a Mac; `Alt` is Option on a Mac. */
export interface Shortcut {
  /** Alternative chords. `+` joins the keys of a chord. */
  readonly keys: readonly string[];
  /** Replaces `keys` on a Mac. */
  readonly macKeys?: readonly string[];
}

/** In either editor, goes to the lines of the other one that correspond to the cursor's line. */
export const GO_TO_LINKED = { keys: ['F4'] } as const satisfies Shortcut;

/** The key names for this kind of computer. */
export function keysOn(mac: boolean, { keys, macKeys }: Shortcut): readonly string[] {
  return mac
    ? (macKeys ?? keys).map((key) => key.replaceAll('Mod', 'Cmd').replaceAll('Alt', 'Option'))
    : keys.map((key) => key.replaceAll('Mod', 'Ctrl'));
}

/** @param platform the browser's `navigator.platform` */
export function isMac(platform: string): boolean {
  return /^(Mac|iP)/.test(platform);
}
