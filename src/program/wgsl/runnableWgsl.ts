/** What is handed to WebGPU in place of the compiler's WGSL. */
export interface RunnableWgsl {
  readonly code: string;
  /** The name that an entry point of the program has in `code`. */
  nameOf(entryPoint: string): string;
  /** A text of the browser's, with the names that the program has. */
  inUserNames(text: string): string;
}

/** The declaration of an entry point as the Slang compiler writes it, up to its name. */
const ENTRY_POINT =
  /^(@(?:compute|vertex|fragment)\n(?:@workgroup_size\([^)]*\)\n)?fn )([^\s(]+)/gm;

/**
 * Gives every entry point a name that WGSL takes. The compiler numbers all other names, but leaves
 * those of entry points as they are in Slang: `move`, `set` or `_`, which WGSL reserves, `max` or
 * `f32`, which hide WGSL's own, and `f_0`, which a function `f` may be called as well.
 *
 * No entry point is called from WGSL, so that only its declaration has to change; all lines stay.
 */
export function runnableWgsl(wgsl: string): RunnableWgsl {
  const renamed = new Map<string, string>();
  const userNames = new Map<string, string>();
  const code = wgsl.replace(ENTRY_POINT, (_, before: string, name: string) => {
    let free = `entry_${name}`;
    while (wgsl.includes(free) || userNames.has(free)) free += '_';
    renamed.set(name, free);
    userNames.set(free, name);
    return `${before}${free}`;
  });
  return {
    code,
    nameOf: (entryPoint) => renamed.get(entryPoint) ?? entryPoint,
    inUserNames: (text) => text.replace(IDENTIFIER, (word) => userNames.get(word) ?? word),
  };
}

const IDENTIFIER = /[\p{L}_][\p{L}\p{N}_]*/gu;
