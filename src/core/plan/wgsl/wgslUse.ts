export interface WgslBinding {
  readonly group: number;
  readonly binding: number;
  /** The compiler's name: the user's with a number appended, such as `colors_0`. */
  readonly name: string;
  /** The content of `var<…>`: `uniform`, `storage, read`, `storage, read_write`, or nothing. */
  readonly space: string;
  /** The WGSL type, such as `texture_2d<f32>` or `array<f32>`. */
  readonly type: string;
}

/** What the compiled shader declares and uses, possibly less than the source does. */
export interface WgslUse {
  readonly bindings: readonly WgslBinding[];
  /**
   * Whether it declares a uniform without a binding, as the compiler does for push constants. Such
   * WGSL is invalid.
   */
  readonly hasUnboundUniform: boolean;
  /**
   * The name of a texture or sampler without a binding, as the compiler declares texture-samplers
   * in parameter blocks. Such WGSL is invalid too.
   */
  readonly unboundTexture: string | undefined;
  /** What an entry point uses, directly or through functions; undefined if the code lacks it. */
  usedBy(entryPoint: string): ReadonlySet<WgslBinding> | undefined;
  /** All names in an entry point and in the functions that it calls. */
  namesIn(entryPoint: string): ReadonlySet<string>;
}

const BINDING = /^@binding\((\d+)\) @group\((\d+)\) var(?:<([^>]*)>)? (\w+) : (.+);$/gm;

/** A function in the Slang compiler's WGSL. It begins and ends at the start of a line. */
const FUNCTION = /^fn (\w+)\(([\s\S]*?)(?:^\}|(?![\s\S]))/gm;

const IDENTIFIER = /\b[A-Za-z_]\w*\b/g;

/** The user's name in one of the compiler's, which numbers all of them. */
export function withoutNumber(name: string): string {
  return name.replace(/_\d+$/, '');
}

/**
 * Reads the bindings of WGSL from the Slang compiler. Relies on that compiler's text layout and on
 * its names, which are unique in a module.
 */
export function readWgslUse(code: string): WgslUse {
  const bindings = [...code.matchAll(BINDING)].map(
    ([, binding, group, space = '', name = '', type = '']) => ({
      group: Number(group),
      binding: Number(binding),
      name,
      space,
      type,
    }),
  );
  const functions = new Map(
    [...code.matchAll(FUNCTION)].map(([, name = '', text]) => [
      name,
      new Set(text?.match(IDENTIFIER)),
    ]),
  );
  return {
    bindings,
    hasUnboundUniform: /^var<uniform>/m.test(code),
    unboundTexture: /^var (\w+) : (?:texture_|sampler)/m.exec(code)?.[1],
    usedBy(entryPoint) {
      if (!functions.has(entryPoint)) return undefined;
      const identifiers = reachable(entryPoint, functions);
      return new Set(bindings.filter(({ name }) => identifiers.has(name)));
    },
    namesIn: (entryPoint) => reachable(entryPoint, functions),
  };
}

function reachable(
  start: string,
  functions: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const found = new Set<string>([start]);
  for (const name of found) {
    for (const identifier of functions.get(name) ?? []) found.add(identifier);
  }
  return found;
}
