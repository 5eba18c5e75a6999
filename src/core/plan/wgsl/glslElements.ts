const FUNCTION = /^[\w ]+?(?:\[\d+\])? (\w+)\([^;{}]*\)\n\{[\s\S]*?^\}/gm;

/** The declaration of a variable that copies an array or an array element. */
const VARIABLE = /^ *\w+ +(\w+)(?:\[\d+\])? = ([\w.[\]]+);$/;

/** A path to a member, up to the first index that is not constant. */
const PATH = /(?<![\w.\]])[A-Za-z_]\w*(?:\.\w+|\[\d+\])*(\[?)/g;

interface WgslFunction {
  readonly wgsl: string;
  /** The lengths of the arrays by path, such as `s_0.w_0`. */
  readonly arrays: ReadonlyMap<string, number>;
}

/**
 * The elements that a function uses, such as `s_0.w_0[1]`, in order of use. Each use is a list,
 * which has all elements if the use is of a whole array. Undefined if the GLSL lacks the function.
 *
 * @param glsl the code of each entry point
 */
export function elementsInGlsl(
  glsl: ReadonlyMap<string, string>,
  name: string,
  { wgsl, arrays }: WgslFunction,
): (readonly string[])[] | undefined {
  const text = findFunction(glsl, name);
  if (text === undefined) return undefined;
  const aliases = new Map<string, string>();
  const used = (path: string): (readonly string[])[] => {
    const [, root = '', rest = ''] = /^(\w+)(.*)$/.exec(path) ?? [];
    const full = (aliases.get(root) ?? root) + rest;
    const length = arrays.get(full);
    if (length !== undefined) return [Array.from({ length }, (_, at) => `${full}[${at}]`)];
    return arrays.has(full.replace(/\[\d+\]$/, '')) ? [[full]] : [];
  };
  return text.split('\n').flatMap((line) => {
    const [, variable = '', path = ''] = VARIABLE.exec(line) ?? [];
    const [elements] = used(path);
    // If WGSL has the same variable, both languages use the elements in the same places.
    if (elements && (variable.startsWith('_S') || !wgsl.includes(`var ${variable} `))) {
      aliases.set(variable, path);
      return elements.length > 1 ? [elements] : [];
    }
    return [...line.matchAll(PATH)].flatMap(([each, index]) => (index === '' ? used(each) : []));
  });
}

function findFunction(glsl: ReadonlyMap<string, string>, name: string): string | undefined {
  for (const [entryPoint, code] of glsl) {
    for (const [text, found] of code.replaceAll(/^#line.*\n/gm, '').matchAll(FUNCTION)) {
      if ((found === 'main' ? entryPoint : found) === name) return text;
    }
  }
  return undefined;
}
