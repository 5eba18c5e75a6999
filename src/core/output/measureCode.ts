import type { OutputCode } from '#core/output/lineMap/lineMap.ts';
import type { CompileTarget } from './compileTarget.ts';

export interface CodeMeasures {
  /** Size of the text in UTF-8. */
  readonly bytes: number;
  /** Without trailing empty lines. */
  readonly lines: number;
  readonly needs: readonly string[];
}

export function measureCode({ target, code }: OutputCode): CodeMeasures {
  return {
    bytes: new TextEncoder().encode(code).length,
    lines: code.trimEnd().split('\n').length,
    needs: readNeeds(target, code),
  };
}

/**
 * What target code requires of its compiler or device beyond the baseline, as declared or used in
 * the code: extensions, capabilities, features, types. Each is listed once, by the target's own
 * name.
 */
export function readNeeds(target: CompileTarget, code: string): readonly string[] {
  return READERS.get(target)?.(code) ?? [];
}

/** Targets without a reader have no known needs. */
const READERS: ReadonlyMap<CompileTarget, (code: string) => readonly string[]> = new Map([
  ['WGSL', wgslNeeds],
  ['SPIRV', spirvNeeds],
  ['GLSL', glslNeeds],
  ['HLSL', (code) => found(HLSL, withoutNames(code))],
  ['METAL', (code) => found(METAL, withoutNames(code))],
  ['CUDA', (code) => found(CUDA, withoutNames(withoutPrelude(code)))],
]);

type Sign = readonly [need: string, sign: RegExp];

const WGSL_DIRECTIVE = /^[ \t]*(?:enable|requires)[ \t]+(\w[^;\n]*);/gm;

const SUBGROUP_FUNCTION =
  /\b(?:subgroup(?:Add|All|And|Any|Ballot|Broadcast(?:First)?|Elect|(?:Exclusive|Inclusive)(?:Add|Mul)|Max|Min|Mul|Or|Shuffle(?:Down|Up|Xor)?|Xor)|quad(?:Broadcast|Swap(?:X|Y|Diagonal))) *\(/;

/** Includes types that WGSL does not have, because the compiler does not reject them all. */
const WGSL: readonly Sign[] = [
  ['f16', /\bf16\b/],
  ['subgroups', SUBGROUP_FUNCTION],
  ['64-bit integers, which WGSL lacks', /\b[iu]64\b/],
];

function wgslNeeds(code: string): readonly string[] {
  const named = [...code.matchAll(WGSL_DIRECTIVE)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  return unique([...named, ...found(WGSL, code)]);
}

const CAPABILITY_OR_EXTENSION = /^[ \t]*Op(?:Capability|Extension) "?(\w+)"?[ \t]*$/gm;

/** Both precede the memory model. Every shader module has the capability `Shader`. */
function spirvNeeds(code: string): readonly string[] {
  const head = code.slice(0, Math.max(0, code.search(/^[ \t]*OpMemoryModel\b/m)));
  const names = [...head.matchAll(CAPABILITY_OR_EXTENSION)].map(([, name = '']) => name);
  return unique(names.filter((name) => name !== 'Shader'));
}

const EXTENSION = /^[ \t]*#[ \t]*extension\s+(\w+)\s*:\s*(?:require|enable)\b/gm;
const VERSION = /^[ \t]*#[ \t]*version\s+(\d+)/m;

/** The version that the compiler writes unless the code needs another. */
const USUAL_VERSION = '450';

function glslNeeds(code: string): readonly string[] {
  const version = VERSION.exec(code)?.[1] ?? USUAL_VERSION;
  const extensions = [...code.matchAll(EXTENSION)].map(([, name = '']) => name);
  return unique([...(version === USUAL_VERSION ? [] : [`version ${version}`]), ...extensions]);
}

/** Full names, because entry points keep their source names, which may look like `WaveStep`. */
const WAVE_INTRINSIC =
  /\b(?:Wave(?:Active(?:AllEqual|AllTrue|AnyTrue|Ballot|Bit(?:And|Or|Xor)|CountBits|Max|Min|Product|Sum)|GetLane(?:Count|Index)|IsFirstLane|Match|(?:Multi)?Prefix(?:Bit(?:And|Or|Xor)|CountBits|Product|Sum)|ReadLane(?:At|First))|Quad(?:Any|All|ReadAcross(?:Diagonal|X|Y)|ReadLaneAt)) *\(/;

/** With the shader model that introduced each. */
const HLSL: readonly Sign[] = [
  ['wave intrinsics (6.0)', WAVE_INTRINSIC],
  ['64-bit integers (6.0)', /\bu?int64_t\d*(?:x\d)?\b/],
  ['double', /\bdouble\d*(?:x\d)?\b/],
  ['SV_Barycentrics (6.1)', /\bSV_Barycentrics\b/i],
  ['16-bit types (6.2)', /\b(?:half|float16_t|u?int16_t)\d*(?:x\d)?\b/],
  ['ray queries (6.5)', /\bRayQuery *</],
  ['mesh shaders (6.5)', /\[shader\("(?:mesh|amplification)"\)\]/],
  ['64-bit atomics (6.6)', /\bInterlocked[A-Z][A-Za-z]+64 *\(/],
  ['NVAPI', /\bNvInterlocked\w+ *\(/],
];

const GROUP_FUNCTION = String.raw`(?:active_threads_mask|all|and|any|ballot|broadcast(?:_first)?|is_first|max|min|or|prefix_\w+|product|shuffle\w*|sum|xor) *\(`;

const METAL: readonly Sign[] = [
  ['SIMD-group functions', new RegExp(String.raw`\bsimd_${GROUP_FUNCTION}`)],
  ['quad-group functions', new RegExp(String.raw`\bquad_${GROUP_FUNCTION}`)],
  ['atomic_float', /\batomic_float\b/],
  ['bfloat', /\bbfloat\d?\b/],
  ['mesh shaders', /\[\[(?:mesh|object)\]\]/],
  ['ray tracing', /\b(?:intersector|intersection_query|acceleration_structure) *[<>&* ]/],
];

const CUDA: readonly Sign[] = [
  ['warp functions', /\b(?:__(?:ballot|shfl|all|any|match|reduce)\w*_sync|_wave\w+) *\(/],
  ['__half', /\b__half2?\b/],
  ['double', /\bdouble\d?\b/],
  ['OptiX', /\boptix(?:Trace|Get|Report)\w* *\(/],
];

function found(signs: readonly Sign[], code: string): readonly string[] {
  return signs.filter(([, sign]) => sign.test(code)).map(([need]) => need);
}

/** Removes `#line` directives, because file names can contain anything. */
function withoutNames(code: string): string {
  return code.replaceAll(/^[ \t]*#line\b.*$/gm, '');
}

/** The prelude has thousands of lines and no directives; the program starts with one. */
function withoutPrelude(code: string): string {
  return code.slice(Math.max(0, code.search(/^#line /m)));
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
