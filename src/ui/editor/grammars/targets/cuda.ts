import { defineCLike } from '#ui/editor/grammars/cLike.ts';
import {
  CPP_CONSTANTS,
  CPP_DEFINERS,
  CPP_KEYWORDS,
  CPP_LIST_OPENERS,
  CPP_MODIFIERS,
  CPP_TYPES,
} from '#ui/editor/grammars/cpp.ts';
import { numberPattern } from '#ui/editor/grammars/spec.ts';
import { words } from '#ui/editor/grammars/words.ts';

export const language = defineCLike({
  name: 'cuda',
  keywords: words(`${CPP_KEYWORDS} __asm__ __declspec __attribute__`),
  modifiers: words(`${CPP_MODIFIERS} __align__ __constant__ __device__ __forceinline__ __global__
    __grid_constant__ __host__ __inline__ __launch_bounds__ __managed__ __noinline__ __restrict__
    __shared__ __volatile__`),
  types: words(`
    ${CPP_TYPES}
    dim3 __half __half2 __nv_bfloat16 __nv_bfloat162 uchar ushort uint ulong longlong ulonglong half bfloat16
    cudaTextureObject_t cudaSurfaceObject_t cudaSurfaceBoundaryMode CUtexObject CUsurfObject
    OptixTraversableHandle OptixTraverseData`),
  typePattern:
    /^(?:u?(?:char|short|int|long|longlong)[1-4]|(?:float|double|bool|half|__half)[1-4](?:x[1-4])?)$/,
  functions: words(`
    abs acos asin atan atan2 ceil cos cosh exp exp2 fabs floor fma fmax fmin fmod fmodf fabsf floorf frexp
    isfinite isinf isnan ldexp log log10 log2 max memcpy memset min modf pow printf rint round rsqrt sin
    sincos sinh sqrt tan tanh trunc assert cosf sinf tanf expf logf powf sqrtf rsqrtf fminf fmaxf`),
  functionPattern:
    /^(?:atomic[A-Z]\w+|make_\w+|tex(?:1D|2D|3D|Cubemap)\w*|surf(?:1D|2D|3D|Cubemap)\w*|optix[A-Z]\w*|__(?:shfl|ballot|any|all|match|reduce|activemask|syncthreads|syncwarp|threadfence|popc|clz|ffs|brev|ldg|half|float|int|uint|ushort|short|longlong|double)\w*)$/,
  variablePattern: /^(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)$/,
  macroPattern: /^(?:SLANG_[A-Z0-9_]+|GET_VECTOR_TYPE_IMPL\w*)$/,
  constants: words(
    `${CPP_CONSTANTS} cudaBoundaryModeZero cudaBoundaryModeClamp cudaBoundaryModeTrap`,
  ),
  definers: CPP_DEFINERS,
  listOpeners: words(CPP_LIST_OPENERS),
  attributes: 'double brackets',
  number: numberPattern('[uU]?[lL]{0,2}[uU]?', '[fFlL]', "'"),
  preprocessor: true,
  rawStrings: true,
});
