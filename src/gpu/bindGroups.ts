import type { RunDescriptor } from '#program/runDescriptor.ts';
import type { CallLayout } from './pipelines.ts';
import type { BoundResources, Resource } from './resources.ts';

/** The bind group of a layout, with the resources as they are now. */
export function createBindGroup(
  device: GPUDevice,
  { bindGroupLayout, without }: CallLayout,
  { layout, uniformBinding }: RunDescriptor,
  resources: BoundResources,
): GPUBindGroup {
  const entries: GPUBindGroupEntry[] = [];
  const unbound: string[] = [];
  for (const [name, { binding }] of Object.entries(layout)) {
    if (name === without) continue;
    const resource = resources.get(name);
    if (resource) entries.push({ binding, resource: bindingResource(resource) });
    else unbound.push(name);
  }
  if (unbound.length > 0) {
    throw new Error(
      `Cannot create bind-group. The following resources are not bound: ${unbound.join(', ')}`,
    );
  }
  if (resources.uniformBuffer && uniformBinding !== null) {
    entries.push({ binding: uniformBinding, resource: { buffer: resources.uniformBuffer } });
  }
  return device.createBindGroup({ label: 'bind group 0', layout: bindGroupLayout, entries });
}

function bindingResource(resource: Resource): GPUBindingResource {
  switch (resource.kind) {
    case 'buffer':
      return { buffer: resource.buffer };
    case 'texture':
      return resource.view;
    case 'sampler':
      return resource.sampler;
  }
}
