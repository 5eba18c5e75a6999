import type { CompileTarget } from '#core/output/compileTarget.ts';
import { layoutOf, STD140 } from './dataLayout.ts';
import { type LayoutRule, roundUp, STD430 } from './memoryLayout.ts';
import { bytesOf, type Parameter, type ReflectedType, type StructType } from './reflection.ts';

/** HLSL constant buffers consist of lines of this many bytes. */
const LINE = 16;

const SCALAR: LayoutRule = {
  ...STD430,
  vector: (count, scalar) => ({ size: count * scalar, alignment: scalar }),
};

export const LAYOUT_RULES = {
  std140: STD140,
  std430: STD430,
  /** Aligns each number to its own size, as in HLSL structured buffers. */
  scalar: SCALAR,
  /** HLSL constant buffers. */
  hlsl: {
    ...SCALAR,
    offset(end, { size, alignment }) {
      const offset = roundUp(end, alignment);
      // Vectors never cross a line. Everything else starts a new one.
      return (offset % LINE) + size > LINE ? roundUp(offset, LINE) : offset;
    },
    // The next field follows directly.
    padded: (size) => size,
    line: LINE,
  },
  /** A three-component vector takes as much space as a four-component one. */
  metal: {
    ...STD430,
    vector(count, scalar) {
      const { alignment } = STD430.vector(count, scalar);
      return { size: alignment, alignment };
    },
    bool: 1,
  },
  /** A three-component vector has the alignment of its component. */
  cuda: {
    ...STD430,
    vector(count, scalar) {
      const size = count * scalar;
      return { size, alignment: count === 3 ? scalar : Math.min(16, size) };
    },
    bool: 1,
  },
} satisfies Record<string, LayoutRule>;

export type RuleName = keyof typeof LAYOUT_RULES;

/** The plain data of a buffer, or of one of its elements. */
export interface Buffer {
  readonly content: StructType;
  /** In bytes. */
  readonly size: number;
  readonly rule: RuleName;
  readonly isElement: boolean;
}

type BlockUse =
  | 'global'
  | 'entry point'
  | 'push constant'
  | 'constantBuffer'
  | 'textureBuffer'
  | 'parameterBlock';

interface LayoutRules {
  /** The rule of buffers that hold a single value. */
  readonly block: RuleName;
  /** The blocks that follow the element rule instead. */
  readonly exceptions?: readonly BlockUse[];
  /** The rule of structured buffers' elements. */
  readonly element: RuleName;
}

const WGSL_EXCEPTIONS = ['push constant', 'textureBuffer'] as const;
/** In Vulkan, an entry point's uniforms are push constants. */
const VULKAN: LayoutRules = {
  block: 'std140',
  exceptions: [...WGSL_EXCEPTIONS, 'entry point'],
  element: 'std430',
};

const RULES: ReadonlyMap<CompileTarget, LayoutRules> = new Map([
  ['WGSL', { block: 'std140', exceptions: WGSL_EXCEPTIONS, element: 'std430' }],
  ['SPIRV', VULKAN],
  ['GLSL', VULKAN],
  ['HLSL', { block: 'hlsl', element: 'scalar' }],
  ['METAL', { block: 'metal', element: 'metal' }],
  ['CUDA', { block: 'cuda', element: 'cuda' }],
]);

/** The rule of most other targets. It is named only where the offsets follow it; see `follows`. */
const OTHER: LayoutRules = { block: 'scalar', element: 'scalar' };

/** The compiler's rule for a buffer that holds a single value. */
export function blockRule(target: CompileTarget, use: BlockUse): RuleName {
  const { block, exceptions, element } = RULES.get(target) ?? OTHER;
  return exceptions?.includes(use) ? element : block;
}

/** The layout of a structured buffer's element; null if the element is not plain data. */
export function elementRule(type: ReflectedType, target: CompileTarget): Buffer | null {
  const rule = (RULES.get(target) ?? OTHER).element;
  const layout = layoutOf(type, LAYOUT_RULES[rule]);
  if (!layout) return null;
  const size = roundUp(layout.size, layout.alignment);
  if (type.kind === 'struct') return { content: type, size, rule, isElement: true };
  const bindings = [{ kind: 'uniform', offset: 0, size: layout.size }] as const;
  const only: Parameter = { name: 'element', type, bindings, attributes: [] };
  const content: StructType = { kind: 'struct', name: '', fields: [only] };
  return { content, size, rule, isElement: true };
}

export function follows({ content, rule }: Buffer): boolean {
  const layout = layoutOf(content, LAYOUT_RULES[rule]);
  return layout?.type.kind === 'struct' && haveSamePlaces(content, layout.type);
}

function haveSamePlaces(one: ReflectedType, other: ReflectedType): boolean {
  if (one.kind === 'array' && other.kind === 'array') {
    return one.stride === other.stride && haveSamePlaces(one.elementType, other.elementType);
  }
  if (one.kind !== 'struct' || other.kind !== 'struct') return true;
  return one.fields.every((field, index) => {
    const same = other.fields[index];
    return (
      same &&
      bytesOf(field)?.offset === bytesOf(same)?.offset &&
      haveSamePlaces(field.type, same.type)
    );
  });
}
