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
import { numericTypes, words } from '#ui/editor/grammars/words.ts';

export const language = defineCLike({
  name: 'metal',
  keywords: words(CPP_KEYWORDS),
  modifiers: words(`${CPP_MODIFIERS} constant device fragment kernel object_data ray_data thread
    threadgroup threadgroup_imageblock vertex mesh object intersection visible`),
  types: words(`
    ${CPP_TYPES}
    ${numericTypes('bool char uchar short ushort int uint long ulong half float bfloat packed_char packed_uchar packed_short packed_ushort packed_int packed_uint packed_half packed_float packed_long')}
    vec matrix array array_ref atomic atomic_int atomic_uint atomic_bool atomic_float atomic_ulong sampler
    patch_control_point mesh mesh_grid_properties ray intersector intersection_query intersection_result
    acceleration_structure instance_acceleration_structure primitive_acceleration_structure
    visible_function_table intersection_function_table simdgroup_matrix imageblock optional uchar`),
  typePattern:
    /^(?:(?:texture|depth)(?:1d|2d|3d|cube|_buffer|2d_ms)(?:_array|_ms|_ms_array)?|simdgroup_(?:float|half|bfloat)\d+x\d+|(?:u?int|u?short|u?char|u?long)(?:8|16|32|64)_t)$/,
  functions: words(`
    abs absdiff acos acosh all any as_type asin asinh atan atan2 atanh ceil clamp clz cos cosh cospi
    copysign cross ctz determinant dfdx dfdy discard_fragment distance distance_squared dot exp exp10 exp2
    extract_bits fabs faceforward fast fdim floor fma fmax fmin fmod fract frexp fwidth ilogb insert_bits
    isfinite isinf isnan isnormal isordered isunordered ldexp length length_squared log log10 log2 mad max
    max3 median3 min min3 mix modf mulhi nextafter normalize popcount pow powr radians degrees reflect
    refract reverse_bits rint rotate round rsqrt saturate select sign signbit sin sincos sinh sinpi
    smoothstep sqrt step tan tanh tanpi threadgroup_barrier transpose trunc get_null_sampler
    is_null_texture`),
  functionPattern:
    /^(?:atomic_\w+|simd_\w+|quad_\w+|simdgroup_\w+|(?:un)?pack_[a-z]\w+|get_num_\w+)$/,
  variablePattern: /^(?:M_\w+_[FH]|INFINITY|NAN|MAXFLOAT|HUGE_VALF)$/,
  constants: words(
    `${CPP_CONSTANTS} memory_order_relaxed memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst`,
  ),
  enumerants: words(`
    read write read_write sample mem_none mem_device mem_threadgroup mem_texture relaxed`),
  definers: CPP_DEFINERS,
  listing: { user: 'attributeValue' },
  listOpeners: words(`${CPP_LIST_OPENERS} as_type`),
  attributes: 'double brackets',
  number: numberPattern('[uU]?[lL]{0,2}[uU]?', '(?:[hHfFlL]|bf)', "'"),
  preprocessor: true,
  rawStrings: true,
});
