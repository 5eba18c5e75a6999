import type { ResourceBinding } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { WgslBinding } from './wgslUse.ts';

/**
 * The reason why a binding does not match the compiled shader's declaration; undefined if it does.
 * WebGPU refuses pipelines if the two differ.
 */
export function disagreement(declared: WgslBinding, bound: ResourceBinding): string | undefined {
  const { space, type } = declared;
  if (type === 'sampler_comparison') {
    return 'comparison samplers need a depth texture, which the playground cannot make; use SamplerState and compare in the shader.';
  }
  const expected = expectedDeclaration(bound);
  if (expected.space === space && (expected.type === undefined || expected.type === type)) {
    return undefined;
  }
  const wanted = declaration(expected.space, expected.type ?? 'a buffer');
  return `the compiled shader declares it as ${declaration(space, type)}, but the playground can only bind ${wanted}.`;
}

function declaration(space: string, type: string): string {
  return space === '' ? type : `var<${space}> of ${type}`;
}

const VIEWS = { '2d': '2d', '2d-array': '2d_array', '3d': '3d' } as const;
const TEXTURE_ACCESS = {
  'write-only': 'write',
  'read-only': 'read',
  'read-write': 'read_write',
} as const;
const BUFFER_SPACES = {
  storage: 'storage, read_write',
  'read-only-storage': 'storage, read',
} as const;

/** An undefined type matches any. */
function expectedDeclaration(bound: ResourceBinding): {
  readonly space: string;
  readonly type: string | undefined;
} {
  switch (bound.kind) {
    case 'buffer':
      return { space: BUFFER_SPACES[bound.access], type: undefined };
    case 'sampler':
      return { space: '', type: 'sampler' };
    case 'texture':
      return { space: '', type: `texture_${VIEWS[bound.viewDimension]}<f32>` };
    case 'storageTexture': {
      const { viewDimension, format, access } = bound;
      const type = `texture_storage_${VIEWS[viewDimension]}<${format}, ${TEXTURE_ACCESS[access]}>`;
      return { space: '', type };
    }
    default:
      return assertNever(bound);
  }
}
