/** The code that WebGPU gets instead of the compiler's WGSL. */
export type RunnableWgsl = ReturnType<typeof runnableWgsl>;

/** The declaration of an entry point in the compiler's WGSL, up to its name. */
const ENTRY_POINT =
  /^(@(?:compute|vertex|fragment)\n(?:@workgroup_size\([^)]*\)\n)?fn )([^\s(]+)/gm;

/**
 * Gives every entry point a name that WGSL accepts. The compiler numbers all other names but keeps
 * the Slang names of entry points. Those may be reserved in WGSL (`move`, `set`, `_`), hide WGSL's
 * own names (`max`, `f32`), or equal another function's name (`f_0` for a function `f`).
 *
 * WGSL never calls an entry point, so only its declaration changes. Line numbers stay the same.
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
    /** An entry point's name in `code`. */
    nameOf: (entryPoint: string): string => renamed.get(entryPoint) ?? entryPoint,
    /** The browser's text with the user's names of entry points. */
    inUserNames: (text: string): string =>
      text.replace(IDENTIFIER, (word) => userNames.get(word) ?? word),
  };
}

const IDENTIFIER = /[\p{L}_][\p{L}\p{N}_]*/gu;
