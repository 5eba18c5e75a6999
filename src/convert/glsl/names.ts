/** Words that Slang reads otherwise than as names, and names that the result gives to something else. */
const TAKEN = new Set(
  (
    'This abstract alignof as asm associatedtype catch cbuffer class defer double each enum expand export ' +
    'extension extern fixed func functype get half implementing import init inline interface internal is let ' +
    'module namespace new no_diff none nullptr operator override param pass private property public register ' +
    'sampler set sizeof spirv_asm static string String tbuffer template texture this throw throws try typealias typedef ' +
    'typename var vector matrix where ' +
    'drawImage drawPixel outputTexture pixel mousePosition fragmentPosition ' +
    'lerp frac rsqrt atan2 mul select mad saturate asint asuint asfloat countbits firstbitlow firstbithigh ' +
    'reversebits print printf'
  ).split(' '),
);

const SLANG_TYPE = /^(?:float|int|uint|bool|half|double)[1-4](?:x[1-4])?$|^u?int(?:8|16|32|64)_t$/;

/** The name in Slang of what GLSL’s source calls so. */
export function slangName(name: string): string {
  return TAKEN.has(name) || SLANG_TYPE.test(name) ? `${name}_` : name;
}
