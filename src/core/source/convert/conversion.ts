/** What draws the picture: a compute kernel that stores pixels, or a fragment shader. */
export type Form = 'kernel' | 'fragment';

/**
 * The form to convert a Shadertoy shader to; other sources have only one. `auto` is a kernel, unless
 * the source needs what only fragment shaders have.
 */
export type WantedForm = Form | 'auto';

/** A converted Slang source, and the parts of the original that it lacks. */
export interface Conversion extends Findings {
  readonly text: string;
  /** The form that the source could have instead; null if there is only one. */
  readonly otherForm: Form | null;
}

interface Findings {
  /** In source order. A comment above each place says the same. */
  readonly notConverted: readonly NotConverted[];
  /** Names of the images that use a placeholder. */
  readonly images: readonly string[];
}

interface NotConverted {
  /** One-based line of the comment in the new text. */
  readonly line: number;
  /** A sentence: the missing part, and what replaces it. */
  readonly reason: string;
}

const MARK = '// Not converted: ';

export function markOf(reason: string): string {
  return `${MARK}${reason}`;
}

const STAND_IN = 'mountains.png';

/** The lines above the declaration of an image whose content is not in the source. */
export function standInImage(name: string): string {
  const reason = `the image of “${name}”. Mountains stand in for it: choose an image, or name another in URL.`;
  return `${markOf(reason)}\n[playground::URL("${STAND_IN}")]`;
}

const IMAGES =
  /(?:^\/\/ Not converted: the image of [^\n]*\n)?\[playground::URL\("([^"\n]*)"\)\]\n[ \t]*Texture2D(?:<[^<>\n]*>)?[ \t]+(\w+)/gm;

/** The images of a converted source. Each span covers the lines above the declaration. */
function findImages(text: string) {
  return [...text.matchAll(IMAGES)].map(({ index, 0: all, 1: address, 2: name = '' }) => {
    const to = index + all.indexOf(')]\n') + ')]'.length;
    return { name, address, from: index, to };
  });
}

/** The edit that sets an image's address in a converted source; null if there is no such image. */
export function changeAddress(text: string, image: string, address: string) {
  const found = findImages(text).find(({ name }) => name === image);
  if (!found) return null;
  return {
    from: found.from,
    to: found.to,
    insert: `[playground::URL(${JSON.stringify(address)})]`,
  };
}

/** Finds the marks and placeholders that a conversion left in its text. */
export function findingsOf(text: string): Findings {
  const notConverted = text.split('\n').flatMap((line, index) => {
    const found = line.trimStart();
    return found.startsWith(MARK) ? [{ line: index + 1, reason: found.slice(MARK.length) }] : [];
  });
  const standIns = findImages(text).filter(({ address }) => address === STAND_IN);
  return { notConverted, images: standIns.map(({ name }) => name) };
}

export type Foreign = 'shadertoy' | 'glsl-fragment' | 'hlsl-compute';

/** Maximum length in characters; longer sources are not examined. */
export const LONGEST = 100_000;

const NOT_CODE = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"/g;

/** Syntax that neither GLSL nor HLSL has. */
const SLANG =
  /^[ \t]*(?:import\s+\w+\s*;|module\s+\w+\s*;)|\[\s*shader\s*\(|\bplayground\s*::|(?<!#[ \t]*)\b(?:func|extension|__generic)\s+\w/m;

const MAIN_IMAGE =
  /\bvoid\s+mainImage\s*\(\s*(?:out|inout)\s+(?:highp\s+|mediump\s+|lowp\s+)?vec4\s+\w+\s*,\s*(?:const\s+)?(?:in\s+)?(?:highp\s+|mediump\s+|lowp\s+)?vec2\s+\w+\s*\)\s*\{/g;

const MAIN = /\bvoid\s+main\s*\(\s*(?:void\s*)?\)\s*\{/;

/** Where a GLSL fragment shader puts its colour. */
const COLOR =
  /\bgl_Frag(?:Color|Data)\b|(?:^|[;})])[ \t]*out\s+(?:highp\s+|mediump\s+|lowp\s+)?vec[34]\s+\w+\s*;/m;

const NUM_THREADS = /\[\s*numthreads\s*\(/i;
const SYSTEM_VALUE = /:\s*SV_(?:DispatchThreadID|GroupID|GroupThreadID|GroupIndex)\b/i;

/** The kind of a whole source; null if it is Slang or cannot be converted. */
export function recognize(text: string): Foreign | null {
  const code = codeOf(text);
  if (code === null) return null;
  if (countMainImages(code) === 1) return 'shadertoy';
  if (isFragmentShader(code)) return 'glsl-fragment';
  return NUM_THREADS.test(code) && SYSTEM_VALUE.test(code) ? 'hlsl-compute' : null;
}

function isFragmentShader(code: string): boolean {
  const isWhole = countMainImages(code) === 0 && MAIN.test(code) && COLOR.test(code);
  return isWhole && !/\bgl_Position\b/.test(code);
}

/** Why a GLSL source that is not recognised cannot be converted; null if it is not GLSL. */
export function explainRefusal(text: string): string | null {
  const code = codeOf(text);
  if (code === null) return null;
  if (countMainImages(code) > 1) {
    return `${NOT_CONVERTED} It has several buffers: paste one with a single mainImage.`;
  }
  if (/\bvoid\s+main(?:Sound|VR|Cubemap)\s*\(/.test(code)) {
    return `${NOT_CONVERTED} It makes no picture: paste a shader that does.`;
  }
  if (/\bgl_Position\b/.test(code)) {
    return `${NOT_CONVERTED} It is a vertex shader: paste a fragment shader without one.`;
  }
  if (MAIN.test(code) && !COLOR.test(code) && /\bgl_Frag|\bvec[234]\s*\(/.test(code)) {
    return `${NOT_CONVERTED} Its main() writes no colour: write one to gl_FragColor, and paste it again.`;
  }
  return null;
}

const NOT_CONVERTED = 'This GLSL cannot be converted.';

/** Without comments and string contents; null if the source is Slang or too long. */
function codeOf(text: string): string | null {
  if (text.length > LONGEST) return null;
  const code = text.replaceAll(NOT_CODE, (found) => (found.startsWith('"') ? '""' : ' '));
  return SLANG.test(code) ? null : code;
}

function countMainImages(code: string): number {
  return [...code.matchAll(MAIN_IMAGE)].length;
}
