export type Foreign = 'shadertoy' | 'hlsl-compute';

/** Maximum length in characters; longer sources are not examined. */
export const LONGEST = 100_000;

const NOT_CODE = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"/g;

/** Syntax that neither GLSL nor HLSL has. */
const SLANG =
  /^[ \t]*(?:import\s+\w+\s*;|module\s+\w+\s*;)|\[\s*shader\s*\(|\bplayground\s*::|\b(?:func|extension|__generic)\s+\w/m;

const MAIN_IMAGE =
  /\bvoid\s+mainImage\s*\(\s*(?:out|inout)\s+(?:highp\s+|mediump\s+|lowp\s+)?vec4\s+\w+\s*,\s*(?:const\s+)?(?:in\s+)?(?:highp\s+|mediump\s+|lowp\s+)?vec2\s+\w+\s*\)\s*\{/g;

const NUM_THREADS = /\[\s*numthreads\s*\(/i;
const SYSTEM_VALUE = /:\s*SV_(?:DispatchThreadID|GroupID|GroupThreadID|GroupIndex)\b/i;

/** The kind of a whole source; null if it is Slang or cannot be converted. */
export function recognize(text: string): Foreign | null {
  const code = codeOf(text);
  if (code === null) return null;
  if (countMainImages(code) === 1) return 'shadertoy';
  return NUM_THREADS.test(code) && SYSTEM_VALUE.test(code) ? 'hlsl-compute' : null;
}

/** Why a GLSL source that is not recognised cannot be converted; null if it is not GLSL. */
export function explainRefusal(text: string): string | null {
  const code = codeOf(text);
  if (code === null) return null;
  if (countMainImages(code) > 1) {
    return `${NOT_CONVERTED} It has several buffers: paste one with a single mainImage.`;
  }
  if (/\bvoid\s+main(?:Sound|VR|Cubemap)\s*\(/.test(code)) {
    return `${NOT_CONVERTED} It makes no picture: paste a shader with mainImage.`;
  }
  if (/\bgl_Position\b/.test(code)) {
    return `${NOT_CONVERTED} It is a vertex shader: the playground runs compute shaders only.`;
  }
  if (
    /\bvoid\s+main\s*\(\s*(?:void\s*)?\)/.test(code) &&
    /\bgl_Frag|\bout\s+vec4\b|\bvec[234]\s*\(/.test(code)
  ) {
    return `${NOT_CONVERTED} It has main() in place of mainImage(out vec4 fragColor, in vec2 fragCoord). Rename it, write the colour to fragColor, and paste it again.`;
  }
  return null;
}

const NOT_CONVERTED = 'This GLSL is not a Shadertoy image shader.';

/** Without comments and string contents; null if the source is Slang or too long. */
function codeOf(text: string): string | null {
  if (text.length > LONGEST) return null;
  const code = text.replaceAll(NOT_CODE, (found) => (found.startsWith('"') ? '""' : ' '));
  return SLANG.test(code) ? null : code;
}

function countMainImages(code: string): number {
  return [...code.matchAll(MAIN_IMAGE)].length;
}
