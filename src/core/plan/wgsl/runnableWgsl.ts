/** The code that WebGPU gets instead of the compiler's WGSL. */
export type RunnableWgsl = ReturnType<typeof runnableWgsl>;

/** The declaration of an entry point as the Slang compiler writes it, up to its name. */
const ENTRY_POINT =
  /^(@(?:compute|vertex|fragment)\n(?:@workgroup_size\([^)]*\)\n)?fn )([^\s(]+)/gm;

/**
 * Gives every entry point a name that WGSL accepts. The compiler numbers all other names, but keeps
 * entry points' Slang names: `move`, `set` or `_`, which WGSL reserves, `max` or
 * `f32`, which hide WGSL's own, and `f_0`, which may also be the name of a function `f`.
 *
 * WGSL never calls an entry point, so only its declaration changes; all lines stay.
 */
export function runnableWgsl(wgsl: string) {
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
    /** The name of a program's entry point in `code`. */
    nameOf: (entryPoint: string): string => renamed.get(entryPoint) ?? entryPoint,
    /** The browser's text with the program's own names. */
    inUserNames: (text: string): string =>
      text.replace(IDENTIFIER, (word) => userNames.get(word) ?? word),
  };
}

const IDENTIFIER = /[\p{L}_][\p{L}\p{N}_]*/gu;
