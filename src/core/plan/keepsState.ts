import { PRINT_BUFFER, type ResourceBinding, type RunDescriptor } from './runDescriptor.ts';

/**
 * Whether a frame may depend on earlier frames: a call happens only once, or a resource that
 * shaders write can also be read.
 */
export function keepsState({
  callCommands,
  layout,
}: Pick<RunDescriptor, 'callCommands' | 'layout'>): boolean {
  return (
    callCommands.some(({ callOnce }) => callOnce) ||
    Object.entries(layout).some(([name, binding]) => name !== PRINT_BUFFER && isKept(binding))
  );
}

function isKept(binding: ResourceBinding): boolean {
  if (binding.kind === 'buffer') return binding.access === 'storage';
  return binding.kind === 'storageTexture' && binding.access === 'read-write';
}
