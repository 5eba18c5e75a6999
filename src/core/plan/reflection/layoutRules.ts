import type { CompileTarget } from '#core/output/compileTarget.ts';
import { type LayoutRule, layoutOf } from './dataLayout.ts';
import { roundUp } from './elementSize.ts';
import { bytesOf, type Parameter, type ReflectedType, type StructType } from './reflection.ts';

/** The plain data of a buffer, or of one element of it. */
export interface Buffer {
  readonly content: StructType;
  /** In bytes. */
  readonly size: number;
  /** The rule that the target has for such buffers. */
  readonly rule: LayoutRule;
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
  /** Of single values. */
  readonly block: LayoutRule;
  /** The blocks that have the rule of elements instead. */
  readonly exceptions?: readonly BlockUse[];
  /** Of the elements of a structured buffer. */
  readonly element: LayoutRule;
}

const WGSL_EXCEPTIONS = ['push constant', 'textureBuffer'] as const;
/** An entry point's uniforms are push constants in Vulkan. */
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

/** Those of other targets: what most of them do. A rule is named only where it is true, see `follows`. */
const OTHER: LayoutRules = { block: 'scalar', element: 'scalar' };

/** The rule that the compiler follows in a buffer of single values. */
export function blockRule(target: CompileTarget, use: BlockUse): LayoutRule {
  const { block, exceptions, element } = RULES.get(target) ?? OTHER;
  return exceptions?.includes(use) ? element : block;
}

/** An element of a structured buffer; null if it is no plain data. */
export function elementRule(type: ReflectedType, target: CompileTarget): Buffer | null {
  const rule = (RULES.get(target) ?? OTHER).element;
  const layout = layoutOf(type, rule);
  if (!layout) return null;
  const size = roundUp(layout.size, layout.alignment);
  if (type.kind === 'struct') return { content: type, size, rule, isElement: true };
  const bindings = [{ kind: 'uniform', offset: 0, size: layout.size }] as const;
  const only: Parameter = { name: 'element', type, bindings, attributes: [] };
  const content: StructType = { kind: 'struct', name: '', fields: [only] };
  return { content, size, rule, isElement: true };
}

/** Whether the reflected offsets are those of the rule, so that its name is true. */
export function follows({ content, rule }: Buffer): boolean {
  const layout = layoutOf(content, rule);
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
