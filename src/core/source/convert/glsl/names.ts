import { applyEdits, readGlsl, readTokens } from './tokens.ts';

/** Slang keywords, and names that its modules declare. */
const TAKEN = new Set(
  (
    'This abstract alignof as asm associatedtype catch cbuffer class defer double each enum expand export ' +
    'extension extern fixed func functype get half implementing import init inline interface internal is let ' +
    'module namespace new no_diff none nullptr operator override param pass private property public register ' +
    'sampler set sizeof spirv_asm static string String tbuffer template texture this throw throws try typealias typedef ' +
    'typename var vector matrix where ' +
    'drawPixel saturate print printf'
  ).split(' '),
);

/** Names that the result uses. A macro of the same name would change its meaning. */
const WRITTEN = new Set(
  (
    'drawImage outputTexture pixel mousePosition fragmentPosition fragmentColor fragmentData channelSampler sampleChannel ' +
    'loadChannel sizeOfChannel ddx ddy lerp frac rsqrt atan2 mul select mad asint asuint asfloat countbits firstbitlow firstbithigh reversebits'
  ).split(' '),
);

/** Like `WRITTEN`, but in a scope of their own, so that only macros can clash. */
const SCOPED = new Set(
  (
    'width height color position uv shader numthreads playground CALL SIZE_OF UV SV_DispatchThreadID SV_Position ' +
    'SV_Target GetDimensions Store getCount'
  ).split(' '),
);

const SLANG_TYPE = /^(?:float|int|uint|bool|half|double)[1-4](?:x[1-4])?$|^u?int(?:8|16|32|64)_t$/;

/** The Slang name for a GLSL identifier. */
export function slangName(name: string): string {
  return TAKEN.has(name) || WRITTEN.has(name) || SLANG_TYPE.test(name) ? `${name}_` : name;
}

/** Renames macros whose names the result uses. */
export function renameMacros(text: string): string {
  const pieces = readGlsl(text).flatMap((piece) =>
    piece.kind === 'directive' ? readTokens(text, piece.rest, piece.to) : [piece],
  );
  const defined = readGlsl(text).flatMap((piece) => {
    const isDefinition = piece.kind === 'directive' && piece.name === 'define';
    return isDefinition ? (readTokens(text, piece.rest, piece.to)[0]?.text ?? []) : [];
  });
  const clashing = new Set(
    defined.filter((name) => WRITTEN.has(name) || SCOPED.has(name) || SLANG_TYPE.test(name)),
  );
  if (clashing.size === 0) return text;
  const taken = new Set(pieces.map((piece) => piece.text));
  const names = new Map([...clashing].map((name) => [name, freeName(name, taken)]));
  const edits = pieces.flatMap((piece) => {
    const name = names.get(piece.text);
    return name === undefined
      ? []
      : [{ from: piece.from, to: piece.to, parts: [], build: () => name }];
  });
  return applyEdits(text, edits, { from: 0, to: text.length });
}

/** The name, if it is not taken, else with underscores. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += '_';
  return free;
}
