import { GRAMMAR } from './grammar.generated.ts';

/*
 * The text of the grammar has sections for instructions (`= core`, `= set <extended set>`) and for
 * enumerations (`= enum <kind>`, or `= mask <kind>` for a set of bits). Each line of a section is
 *
 *     [number] name [signature]
 *
 * The number may be omitted if it is one more than on the line above. An extended set whose name
 * ends in a dot stands for all sets with that prefix. A signature is a list of groups separated by
 * spaces. A group is an operand kind or a run of letters, one for each plain operand, optionally
 * followed by `?` (may be absent) or `*` (any number of times). The letters are
 *
 *     t  id of the result's type          n  literal number, one word
 *     r  id of the result                 c  literal number, sized by the type in the context
 *     i  id                               s  literal string
 *     x  number of an extended instruction, and that instruction's operands
 *     o  number of a core instruction, and that instruction's operands
 */

type PlainOperand = 't' | 'r' | 'i' | 'n' | 'c' | 's' | 'x' | 'o';
export type OperandKind = PlainOperand | Enumeration;

export interface OperandGroup {
  readonly kinds: readonly OperandKind[];
  readonly quantifier: 'once' | 'optional' | 'repeated';
}

/** An instruction or an enumerant, with the operands that follow it. */
export interface Entry {
  readonly name: string;
  readonly signature: string;
  /** Offset in words from the start of the instruction to its result id; 0 if it has none. */
  readonly resultAt: 0 | 1 | 2;
}

export function entryOf(name: string, signature: string): Entry {
  const resultAt = signature.startsWith('tr') ? 2 : signature.startsWith('r') ? 1 : 0;
  return { name, signature, resultAt };
}

export interface Enumeration {
  readonly isMask: boolean;
  readonly entries: Map<number, Entry>;
}

type Table = Map<number, Entry>;

const PLAIN_OPERANDS: ReadonlySet<string> = new Set('trincsxo');

function isPlain(letter: string): letter is PlainOperand {
  return PLAIN_OPERANDS.has(letter);
}

export class Grammar {
  /** By opcode; names omit the `Op`. */
  readonly instructions: Table = new Map();
  readonly #sets = new Map<string, Table>();
  readonly #enumerations = new Map<string, Enumeration>();
  readonly #signatures = new Map<string, readonly OperandGroup[]>();

  /** For a number that several texts define, the last one wins. */
  constructor(texts: readonly string[]) {
    for (const text of texts) this.#read(text);
  }

  /** The extended instructions of an imported set; undefined if the set is unknown. */
  extendedSet(name: string): ReadonlyMap<number, Entry> | undefined {
    const exact = this.#sets.get(name);
    if (exact !== undefined) return exact;
    const family = [...this.#sets.keys()].find((set) => set.endsWith('.') && name.startsWith(set));
    return family === undefined ? undefined : this.#sets.get(family);
  }

  /** The name of an enumeration's value, or the number itself if it has none. */
  enumerant(enumeration: string, value: number): string {
    return this.#enumerations.get(enumeration)?.entries.get(value)?.name ?? String(value);
  }

  groups(signature: string): readonly OperandGroup[] {
    const known = this.#signatures.get(signature);
    if (known !== undefined) return known;
    const groups = signature === '' ? [] : signature.split(' ').map((word) => this.#group(word));
    this.#signatures.set(signature, groups);
    return groups;
  }

  #group(word: string): OperandGroup {
    const last = word.at(-1);
    const quantifier = last === '?' ? 'optional' : last === '*' ? 'repeated' : 'once';
    const name = quantifier === 'once' ? word : word.slice(0, -1);
    const enumeration = this.#enumerations.get(name);
    if (enumeration !== undefined) return { kinds: [enumeration], quantifier };
    const letters = [...name].filter(isPlain);
    if (letters.length !== name.length) throw new Error(`The grammar has no operand kind ${name}.`);
    return { kinds: letters, quantifier };
  }

  #read(text: string): void {
    let table: Table = this.instructions;
    let number = 0;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      if (line.startsWith('= ')) {
        table = this.#section(line.slice(2));
        number = 0;
        continue;
      }
      const words = line.split(' ');
      const explicit = /^\d+$/.test(words[0] ?? '') ? words.shift() : undefined;
      if (explicit !== undefined) number = Number(explicit);
      const [name = '', ...groups] = words;
      table.set(number, entryOf(name, groups.join(' ')));
      number += 1;
    }
  }

  #section(title: string): Table {
    const [sort, name = ''] = title.split(' ');
    if (sort === 'core') return this.instructions;
    if (sort === 'set') {
      const table: Table = this.#sets.get(name) ?? new Map();
      this.#sets.set(name, table);
      return table;
    }
    const enumeration = this.#enumerations.get(name) ?? {
      isMask: sort === 'mask',
      entries: new Map(),
    };
    this.#enumerations.set(name, enumeration);
    return enumeration.entries;
  }
}

let shared: Grammar | undefined;

/** The complete grammar, parsed on the first call (about 2 ms). */
export function sharedGrammar(): Grammar {
  shared ??= new Grammar([GRAMMAR, SUPPLEMENT]);
  return shared;
}

/**
 * Additions to the generated grammar (Khronos 1.6.1, early 2023): what the compiler emits or
 * accepts in a `spirv_asm` block. Names, numbers and operands follow the extension specifications
 * in the Khronos SPIR-V registry (https://registry.khronos.org/SPIR-V/). The format is described at
 * the top of this file.
 *
 * The numbers of instructions, capabilities, execution modes, decorations, source languages and
 * float encodings are those that Slang 2025.15 itself assembles for the names; the others were
 * compared with published copies of the Khronos headers. The operands have not been checked with
 * any tool.
 *
 * `spirv-dis` 2023.1 rejects all of these, so they change no text that could be compared with its
 * output.
 */
export const SUPPLEMENT = `
= core
22 TypeFloat rn FPEncoding?
4160 ColorAttachmentReadEXT tri i?
DepthAttachmentReadEXT tr i?
StencilAttachmentReadEXT tr i?
4417 TypeUntypedPointerKHR r StorageClass
UntypedVariableKHR tr StorageClass i? i?
UntypedAccessChainKHR trii i*
UntypedInBoundsAccessChainKHR trii i*
4423 UntypedPtrAccessChainKHR triii i*
UntypedInBoundsPtrAccessChainKHR triii i*
UntypedArrayLengthKHR triin
UntypedPrefetchKHR ii i? i? i?
4433 ExtInstWithForwardRefsKHR trix i*
4456 TypeCooperativeMatrixKHR riiiii
CooperativeMatrixLoadKHR trii i? MemoryAccess?
CooperativeMatrixStoreKHR iii i? MemoryAccess?
CooperativeMatrixMulAddKHR triii CooperativeMatrixOperands?
CooperativeMatrixLengthKHR tri
ConstantCompositeReplicateEXT tri
SpecConstantCompositeReplicateEXT tri
CompositeConstructReplicateEXT tri
5110 GroupNonUniformQuadAllKHR tri
GroupNonUniformQuadAnyKHR tri
5288 TypeCooperativeVectorNV rii
CooperativeVectorMatrixMulNV triiiiiiiii i? CooperativeMatrixOperands?
CooperativeVectorOuterProductAccumulateNV iiiiii i?
CooperativeVectorReduceSumAccumulateNV iii
CooperativeVectorMatrixMulAddNV triiiiiiiiiiii i? CooperativeMatrixOperands?
CooperativeMatrixConvertNV tri
5300 FetchMicroTriangleVertexPositionNV triiiii
FetchMicroTriangleVertexBarycentricNV triiiii
CooperativeVectorLoadNV trii MemoryAccess?
CooperativeVectorStoreNV iii MemoryAccess?
5340 RayQueryGetIntersectionTriangleVertexPositionsKHR trii
5345 RayQueryGetClusterIdNV trii
HitObjectGetClusterIdNV tri
5366 CooperativeMatrixReduceNV tri CooperativeMatrixReduce i
CooperativeMatrixLoadTensorNV triii MemoryAccess TensorAddressingOperands
CooperativeMatrixStoreTensorNV iii MemoryAccess TensorAddressingOperands
CooperativeMatrixPerElementOpNV trii i*
TypeTensorLayoutNV rii
TypeTensorViewNV rii i*
CreateTensorLayoutNV tr
TensorLayoutSetDimensionNV tri i*
TensorLayoutSetStrideNV tri i*
TensorLayoutSliceNV tri i*
TensorLayoutSetClampValueNV trii
CreateTensorViewNV tr
TensorViewSetDimensionNV tri i*
TensorViewSetStrideNV tri i*
5382 TensorViewSetClipNV triiiii
5384 TensorLayoutSetBlockSizeNV tri i*
5390 CooperativeMatrixTransposeNV tri
5398 RawAccessChainNV triiii RawAccessChainOperands?
5427 RayQueryGetIntersectionSpherePositionNV trii
RayQueryGetIntersectionSphereRadiusNV trii
RayQueryGetIntersectionLSSPositionsNV trii
RayQueryGetIntersectionLSSRadiiNV trii
RayQueryGetIntersectionLSSHitValueNV trii
HitObjectGetSpherePositionNV tri
HitObjectGetSphereRadiusNV tri
HitObjectGetLSSPositionsNV tri
HitObjectGetLSSRadiiNV tri
HitObjectIsSphereHitNV tri
HitObjectIsLSSHitNV tri
RayQueryIsSphereHitNV trii
RayQueryIsLSSHitNV trii
6145 ArithmeticFenceEXT tri
= enum FPEncoding
0 BFloat16KHR
4214 Float8E4M3EXT
Float8E5M2EXT
= mask CooperativeMatrixOperands
0 NoneKHR
1 MatrixASignedComponentsKHR
2 MatrixBSignedComponentsKHR
4 MatrixCSignedComponentsKHR
8 MatrixResultSignedComponentsKHR
16 SaturatingAccumulationKHR
= mask CooperativeMatrixReduce
1 Row
2 Column
4 2x2
= mask TensorAddressingOperands
0 None
1 TensorView i
2 DecodeFunc i
= mask RawAccessChainOperands
0 None
1 RobustnessPerComponentNV
2 RobustnessPerElementNV
= mask FPFastMathMode
262144 AllowTransform
= enum SourceLanguage
8 HERO_C
NZSL
WGSL
Slang
Zig
Rust
= enum StorageClass
4172 TileImageEXT
= enum Dim
4173 TileImageDataEXT
= enum ExecutionMode
4169 NonCoherentColorAttachmentReadEXT
NonCoherentDepthAttachmentReadEXT
NonCoherentStencilAttachmentReadEXT
5088 QuadDerivativesKHR
RequireFullQuadsKHR
6023 MaximallyReconvergesKHR
6028 FPFastMathDefault ii
= enum Decoration
4216 SaturatedToLargestFloat8NormalConversionEXT
= enum BuiltIn
5335 HitTriangleVertexPositionsKHR
5337 HitMicroTriangleVertexPositionsNV
5344 HitMicroTriangleVertexBarycentricsNV
5359 HitIsSphereNV
HitIsLSSNV
HitSpherePositionNV
5396 HitLSSPositionsNV
5405 HitKindFrontFacingMicroTriangleNV
HitKindBackFacingMicroTriangleNV
5420 HitSphereRadiusNV
HitLSSRadiiNV
5436 ClusterIDNV
= enum Capability
4166 TileImageColorReadAccessEXT
TileImageDepthReadAccessEXT
TileImageStencilReadAccessEXT
4212 Float8EXT
Float8CooperativeMatrixEXT
4473 UntypedPointersKHR
5087 QuadControlKHR
5116 BFloat16TypeKHR
BFloat16DotProductKHR
BFloat16CooperativeMatrixKHR
5336 RayTracingPositionFetchKHR
5380 DisplacementMicromapNV
5391 RayQueryPositionFetchKHR
5394 CooperativeVectorNV
5404 AtomicFloat16VectorNV
5409 RayTracingDisplacementMicromapNV
5414 RawAccessChainsNV
5418 RayTracingSpheresGeometryNV
RayTracingLinearSweptSpheresGeometryNV
5430 CooperativeMatrixReductionsNV
CooperativeMatrixConversionsNV
CooperativeMatrixPerElementOperationsNV
CooperativeMatrixTensorAddressingNV
CooperativeMatrixBlockLoadsNV
CooperativeVectorTrainingNV
5437 RayTracingClusterAccelerationStructureNV
5439 TensorAddressingNV
6022 CooperativeMatrixKHR
6024 ReplicatedCompositesEXT
6029 FloatControls2
6144 ArithmeticFenceEXT
`;

/** The scalar type of a literal number, as declared by `OpTypeInt` or `OpTypeFloat`. */
export interface NumberType {
  readonly tag: 'unsigned' | 'signed' | 'float';
  /** In bits. */
  readonly width: number;
  /** The encoding of a float that is not IEEE 754 (an `FPEncoding`). */
  readonly encoding?: string;
}

export function literalWords(type: NumberType): number {
  return Math.ceil(type.width / 32);
}

/**
 * Formats a literal from its words (lowest first) as `spirv-dis` does: integers in decimal; floats
 * with enough decimal digits to be unique; halves, denormals, infinities and NaNs in hexadecimal.
 * Literals wider than 64 bits give an empty string.
 */
export function formatLiteral(words: Uint32Array, type: NumberType): string {
  const low = words[0] ?? 0;
  if (type.width > 64) return '';
  if (type.width > 32)
    return formatLong(BigInt(words[1] ?? 0) * 0x1_0000_0000n + BigInt(low), type);
  switch (type.tag) {
    case 'unsigned':
      return String(low);
    case 'signed':
      return String(low | 0);
    case 'float':
      return formatNarrowFloat(low, type);
  }
}

function formatLong(bits: bigint, type: NumberType): string {
  switch (type.tag) {
    case 'unsigned':
      return String(bits);
    case 'signed':
      return String(BigInt.asIntN(64, bits));
    case 'float':
      return formatDouble(bits);
  }
}

const scratch = new DataView(new ArrayBuffer(8));

/** True for zero and for finite magnitudes of at least `smallest`, the smallest normal one. */
function isNormal(value: number, smallest: number): boolean {
  return value === 0 || (Number.isFinite(value) && Math.abs(value) >= smallest);
}

function formatNarrowFloat(bits: number, { width, encoding }: NumberType): string {
  const layout = encoding === undefined ? undefined : ENCODED.get(encoding);
  if (layout !== undefined) return hexadecimalFloat(BigInt(bits), layout);
  return width === 16 ? hexadecimalFloat(BigInt(bits & 0xffff), HALF) : formatFloat(bits);
}

function formatFloat(bits: number): string {
  scratch.setUint32(0, bits);
  const value = scratch.getFloat32(0);
  return isNormal(value, 2 ** -126) ? decimal(value, 9) : hexadecimalFloat(BigInt(bits), FLOAT);
}

function formatDouble(bits: bigint): string {
  scratch.setBigUint64(0, bits);
  const value = scratch.getFloat64(0);
  return isNormal(value, 2 ** -1022) ? decimal(value, 17) : hexadecimalFloat(bits, DOUBLE);
}

/**
 * Rounds to `precision` digits, halves to even as in C; JavaScript rounds halves away from zero.
 * Returns the digits without a point, and the exponent of the first.
 */
function roundedDigits(magnitude: number, precision: number): [digits: string, exponent: number] {
  const split = (text: string): [string, number] => {
    const [mantissa = '', exponent = ''] = text.split('e');
    return [mantissa.replace('.', ''), Number(exponent)];
  };
  const [exact, exponent] = split(magnitude.toExponential(precision + 30));
  const kept = exact.slice(0, precision);
  const isHalfway = /^50*$/.test(exact.slice(precision));
  if (isHalfway && Number(kept.at(-1)) % 2 === 0) return [kept, exponent];
  return split(magnitude.toExponential(precision - 1));
}

/** C's `%.<precision>g`. */
function decimal(value: number, precision: number): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0`;
  const [all, exponent] = roundedDigits(Math.abs(value), precision);
  const digits = all.replace(/(?<!0)0+$/, '');
  if (exponent < -4 || exponent >= precision) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

interface FloatLayout {
  readonly exponentBits: bigint;
  readonly fractionBits: bigint;
}

const HALF: FloatLayout = { exponentBits: 5n, fractionBits: 10n };
const FLOAT: FloatLayout = { exponentBits: 8n, fractionBits: 23n };
const DOUBLE: FloatLayout = { exponentBits: 11n, fractionBits: 52n };

const ENCODED: ReadonlyMap<string, FloatLayout> = new Map([
  ['BFloat16KHR', { exponentBits: 8n, fractionBits: 7n }],
  ['Float8E4M3EXT', { exponentBits: 4n, fractionBits: 3n }],
  ['Float8E5M2EXT', { exponentBits: 5n, fractionBits: 2n }],
]);

/** Normalised, such as `-0x1.8p-3`. Infinities and NaNs are written with their stored exponent. */
function hexadecimalFloat(bits: bigint, { exponentBits, fractionBits }: FloatLayout): string {
  const sign = (bits >> (exponentBits + fractionBits)) & 1n ? '-' : '';
  const bias = (1n << (exponentBits - 1n)) - 1n;
  const storedExponent = (bits >> fractionBits) & ((1n << exponentBits) - 1n);
  let fraction = bits & ((1n << fractionBits) - 1n);
  let exponent = storedExponent - bias;
  if (storedExponent === 0n) {
    if (fraction === 0n) return `${sign}0x0p+0`;
    const shift = fractionBits + 1n - BigInt(fraction.toString(2).length);
    fraction = (fraction << shift) & ((1n << fractionBits) - 1n);
    exponent = 1n - bias - shift;
  }
  const hexDigits = (fractionBits + 3n) / 4n;
  const digits = (fraction << (hexDigits * 4n - fractionBits))
    .toString(16)
    .padStart(Number(hexDigits), '0')
    .replace(/(?<!0)0+$/, '');
  const point = digits === '' ? '' : `.${digits}`;
  return `${sign}0x1${point}p${exponent < 0n ? '' : '+'}${exponent}`;
}
