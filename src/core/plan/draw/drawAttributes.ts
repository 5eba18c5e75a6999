import {
  type AttributeUse,
  countArgument,
  numberArgument,
  textArgument,
  wrongArgument,
} from '#core/plan/attributes/attributeUse.ts';
import type { DrawCommand } from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { allOk, ok, type Result } from '#core/util/result.ts';

/** What the attributes of a draw say; what they leave out has a default. */
export interface DrawSettings {
  vertices?: DrawCommand['vertices'];
  instanceCount?: number;
  indirect?: { readonly bufferName: string; readonly offset: number };
  /** The name of the fragment entry point. */
  fragment?: string;
  targets?: readonly string[];
  depth?: DrawCommand['depth'];
  depthTexture?: string;
  blend?: GPUBlendState | null;
  cull?: GPUCullMode;
  topology?: GPUPrimitiveTopology;
  clear?: readonly number[];
  samples?: 1 | 4;
}

interface DrawAttribute {
  /** After `playground::`. The file of this name in lower case describes it and has an example. */
  readonly name: string;
  /** Several of them add up. */
  readonly isRepeatable?: true;
  plan(use: AttributeUse, before: DrawSettings): Result<DrawSettings>;
}

/** The number of vertices or instances that WebGPU can count. */
const MAX_COUNT = 2 ** 32 - 1;
const INDIRECT_ALIGNMENT = 4;

const COMPARES = [
  ...(['less', 'less-equal', 'greater', 'greater-equal'] as const),
  ...(['equal', 'not-equal', 'always', 'never'] as const),
];
const CULLS = ['none', 'back', 'front'] as const;
const TOPOLOGIES = [
  ...(['triangle-list', 'triangle-strip'] as const),
  ...(['line-list', 'line-strip', 'point-list'] as const),
];

const add = (
  srcFactor: GPUBlendFactor,
  dstFactor: GPUBlendFactor,
  operation: GPUBlendOperation = 'add',
): GPUBlendComponent => ({ srcFactor, dstFactor, operation });

const same = (component: GPUBlendComponent): GPUBlendState => ({
  color: component,
  alpha: component,
});

/** Each by its name: how a fragment and what is there already become one colour. */
const BLENDS: Readonly<Record<string, GPUBlendState | null>> = {
  none: null,
  alpha: {
    color: add('src-alpha', 'one-minus-src-alpha'),
    alpha: add('one', 'one-minus-src-alpha'),
  },
  premultiplied: same(add('one', 'one-minus-src-alpha')),
  add: same(add('one', 'one')),
  multiply: same(add('dst', 'zero')),
  screen: same(add('one', 'one-minus-src')),
  min: same(add('one', 'one', 'min')),
  max: same(add('one', 'one', 'max')),
};

/** The attributes of entry points that draw, in the order of Help. */
export const DRAW_ATTRIBUTES: readonly DrawAttribute[] = [
  {
    name: 'DRAW',
    plan(use) {
      const count = countArgument(use, 0, 'number of vertices', { min: 1, max: MAX_COUNT });
      return count.ok ? ok({ vertices: { kind: 'count', count: count.value } }) : count;
    },
  },
  {
    name: 'DRAW::MESH',
    plan(use) {
      const mesh = textArgument(use, 0, 'mesh');
      return mesh.ok ? ok({ vertices: { kind: 'mesh', mesh: mesh.value } }) : mesh;
    },
  },
  {
    name: 'DRAW::INSTANCES',
    plan(use) {
      const count = countArgument(use, 0, 'number of instances', { min: 1, max: MAX_COUNT });
      return count.ok ? ok({ instanceCount: count.value }) : count;
    },
  },
  {
    name: 'DRAW::INDIRECT',
    plan(use) {
      const bufferName = textArgument(use, 0, 'buffer name');
      if (!bufferName.ok) return bufferName;
      const offset = countArgument(use, 1, 'offset', { min: 0, max: MAX_COUNT });
      if (!offset.ok) return offset;
      if (offset.value % INDIRECT_ALIGNMENT !== 0) {
        return wrongArgument(use, 'offset', offset.value, 'a multiple of 4 bytes');
      }
      return ok({ indirect: { bufferName: bufferName.value, offset: offset.value } });
    },
  },
  {
    name: 'DRAW::WITH',
    plan(use) {
      const fragment = textArgument(use, 0, 'fragment entry point');
      return fragment.ok ? ok({ fragment: fragment.value }) : fragment;
    },
  },
  {
    name: 'TARGET',
    isRepeatable: true,
    plan(use, { targets = [] }) {
      const target = textArgument(use, 0, 'texture');
      return target.ok ? ok({ targets: [...targets, target.value] }) : target;
    },
  },
  {
    name: 'CLEAR',
    plan(use) {
      const channels = ['red', 'green', 'blue', 'alpha'];
      const clear = allOk(channels.map((channel, index) => numberArgument(use, index, channel)));
      return clear.ok ? ok({ clear: clear.value }) : clear;
    },
  },
  {
    name: 'DEPTH',
    plan(use) {
      const compare = choice(use, 'test', COMPARES);
      if (!compare.ok) return compare;
      const write = countArgument(use, 1, 'write', { min: 0, max: 1 });
      if (!write.ok) return write;
      const isUnused = compare.value === 'always' && write.value === 0;
      return ok({ depth: isUnused ? null : { compare: compare.value, write: write.value === 1 } });
    },
  },
  {
    name: 'DEPTH::TEXTURE',
    plan(use) {
      const texture = textArgument(use, 0, 'texture');
      return texture.ok ? ok({ depthTexture: texture.value }) : texture;
    },
  },
  {
    name: 'BLEND',
    plan(use) {
      const blend = choice(use, 'mode', Object.keys(BLENDS));
      return blend.ok ? ok({ blend: ownValue(BLENDS, blend.value) ?? null }) : blend;
    },
  },
  {
    name: 'CULL',
    plan(use) {
      const cull = choice(use, 'side', CULLS);
      return cull.ok ? ok({ cull: cull.value }) : cull;
    },
  },
  {
    name: 'TOPOLOGY',
    plan(use) {
      const topology = choice(use, 'topology', TOPOLOGIES);
      return topology.ok ? ok({ topology: topology.value }) : topology;
    },
  },
  {
    name: 'SAMPLES',
    plan(use) {
      const [samples] = use.attribute.arguments;
      if (samples === 1 || samples === 4) return ok({ samples });
      return wrongArgument(use, 'number of samples', samples, '1 or 4');
    },
  },
];

function choice<const Name extends string>(
  use: AttributeUse,
  meaning: string,
  names: readonly Name[],
): Result<Name> {
  const [value] = use.attribute.arguments;
  const found = names.find((name) => name === value);
  if (found !== undefined) return ok(found);
  const quotedNames = names.map((name) => `"${name}"`);
  const all = new Intl.ListFormat('en', { type: 'disjunction' }).format(quotedNames);
  return wrongArgument(use, meaning, value, all);
}
