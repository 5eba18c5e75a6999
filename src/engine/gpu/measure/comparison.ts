import type { Dispose } from '#core/util/disposer.ts';
import { createReadBack, paddedRow } from '#engine/gpu/readBack.ts';
import { type Resource, texelBytes } from '#engine/gpu/resources/resource.ts';

/** Compares resources with their earlier contents, byte by byte on the GPU. */
export interface Comparison {
  /** Copies the resources' contents as the reference for later comparisons. */
  encodeKeep(encoder: GPUCommandEncoder): void;
  encodeCompare(encoder: GPUCommandEncoder): void;
  /** Names of the resources that differ. Rejects if the device is lost. */
  differing(): Promise<string[]>;
  dispose: Dispose;
}

const GROUP = 256;
const MAX_GROUPS = 1024;

/** WebGPU’s alignment for binding offsets, in bytes. */
const ALIGNMENT = 256;

/** Bytes compared per dispatch: the largest binding that every device allows. */
const CHUNK = 1 << 27;

const CODE = /* wgsl */ `
@group(0) @binding(0) var<storage, read> kept : array<u32>;
@group(0) @binding(1) var<storage, read> current : array<u32>;
@group(0) @binding(2) var<storage, read_write> differences : atomic<u32>;

@compute @workgroup_size(${GROUP}) fn compare(
  @builtin(global_invocation_id) id : vec3u,
  @builtin(num_workgroups) groups : vec3u,
) {
  var found = 0u;
  for (var at = id.x; at < arrayLength(&kept); at += groups.x * ${GROUP}u) {
    if (kept[at] != current[at]) { found += 1u; }
  }
  if (found > 0u) { atomicAdd(&differences, found); }
}
`;

interface Compared {
  readonly name: string;
  readonly kept: GPUBuffer;
  readonly current: GPUBuffer;
  encodeInto(encoder: GPUCommandEncoder, buffer: GPUBuffer): void;
  /** Whether `current` is a copy, not the resource itself. */
  readonly isCopied: boolean;
}

const LABEL = 'compare resources';

export function buildComparer(device: GPUDevice): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ label: LABEL, code: CODE });
  return device.createComputePipelineAsync({
    ...{ label: LABEL, layout: 'auto', compute: { module, entryPoint: 'compare' } },
  });
}

export function createComparison(
  device: GPUDevice,
  comparer: GPUComputePipeline,
  resources: readonly (readonly [name: string, resource: Resource])[],
): Comparison {
  const compared = resources.flatMap(([name, resource]) => asWords(device, name, resource));
  const size = Math.max(1, compared.length) * ALIGNMENT;
  const counts = device.createBuffer({
    label: 'differences',
    size,
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  const readBack = createReadBack(device, 'differences', size);
  const dispatches = dispatchesOf(device, comparer, compared, counts);
  return {
    encodeKeep(encoder) {
      for (const { encodeInto, kept } of compared) encodeInto(encoder, kept);
    },
    encodeCompare(encoder) {
      for (const { isCopied, encodeInto, current } of compared) {
        if (isCopied) encodeInto(encoder, current);
      }
      encoder.clearBuffer(counts);
      const pass = encoder.beginComputePass({ label: LABEL });
      pass.setPipeline(comparer);
      for (const { bindGroup, groups } of dispatches) {
        pass.setBindGroup(0, bindGroup);
        pass.dispatchWorkgroups(groups);
      }
      pass.end();
      encoder.copyBufferToBuffer(counts, 0, readBack.buffer, 0, size);
    },
    differing: () =>
      readBack.read((bytes) => {
        const words = new Uint32Array(bytes);
        return compared.flatMap(({ name }, index) =>
          words[(index * ALIGNMENT) / Uint32Array.BYTES_PER_ELEMENT] === 0 ? [] : name,
        );
      }),
    dispose() {
      for (const { kept, current, isCopied } of compared) {
        kept.destroy();
        if (isCopied) current.destroy();
      }
      counts.destroy();
      readBack.dispose();
    },
  };
}

interface ComparerDispatch {
  readonly groups: number;
  readonly bindGroup: GPUBindGroup;
}

/** Compares each resource in chunks, which all add to its word of `counts`. */
function dispatchesOf(
  device: GPUDevice,
  comparer: GPUComputePipeline,
  compared: readonly Compared[],
  counts: GPUBuffer,
): ComparerDispatch[] {
  const layout = comparer.getBindGroupLayout(0);
  return compared.flatMap(({ kept, current }, index) =>
    chunksOf(kept.size).map(({ offset, size }) => ({
      groups: Math.min(MAX_GROUPS, Math.ceil(size / Uint32Array.BYTES_PER_ELEMENT / GROUP)),
      bindGroup: device.createBindGroup({
        label: LABEL,
        layout,
        entries: [
          { binding: 0, resource: { buffer: kept, offset, size } },
          { binding: 1, resource: { buffer: current, offset, size } },
          { binding: 2, resource: { buffer: counts, offset: index * ALIGNMENT, size: 4 } },
        ],
      }),
    })),
  );
}

function chunksOf(bytes: number): { readonly offset: number; readonly size: number }[] {
  return Array.from({ length: Math.ceil(bytes / CHUNK) }, (_, index) => ({
    offset: index * CHUNK,
    size: Math.min(CHUNK, bytes - index * CHUNK),
  }));
}

function asWords(device: GPUDevice, name: string, resource: Resource): Compared[] {
  const create = (kind: string, size: number) =>
    device.createBuffer({
      label: `${name}, ${kind}`,
      size,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
    });
  switch (resource.kind) {
    case 'buffer': {
      const { buffer } = resource;
      return [
        {
          name,
          kept: create('kept', buffer.size),
          current: buffer,
          isCopied: false,
          encodeInto: (encoder, into) =>
            encoder.copyBufferToBuffer(buffer, 0, into, 0, buffer.size),
        },
      ];
    }
    case 'texture': {
      const { texture } = resource;
      const { width, height, depthOrArrayLayers } = texture;
      const bytesPerRow = rowBytes(texture);
      const size = bytesPerRow * height * depthOrArrayLayers;
      return [
        {
          name,
          kept: create('kept', size),
          current: create('current', size),
          isCopied: true,
          encodeInto: (encoder, buffer) =>
            encoder.copyTextureToBuffer(
              { texture },
              { buffer, bytesPerRow, rowsPerImage: height },
              [width, height, depthOrArrayLayers],
            ),
        },
      ];
    }
    case 'sampler':
      return [];
  }
}

/** Bytes per row of a texture copied to a buffer. Copies never write the padding. */
export function rowBytes({ width, format }: Pick<GPUTexture, 'width' | 'format'>): number {
  return paddedRow(width * texelBytes(format));
}
