import { vi } from 'vitest';
import type { WgslError } from '#core/plan/wgsl/wgslErrors.ts';

export interface DeviceCounts {
  commandEncoders: number;
  submittedBuffers: number;
  computePasses: number;
  renderPasses: number;
  dispatches: number;
  bufferWrites: number;
  bindGroups: number;
  textures: number;
  pipelines: number;
  buffers: number;
}

export interface FakeBuffer {
  readonly label: string;
  readonly size: number;
  destroyed: boolean;
  /** Content that a test has stored in the buffer. */
  content: ArrayBuffer;
  finishMapping(): void;
}

interface FakeTextureCopy {
  readonly texture: { readonly label: string };
}

interface FakeTextureDescriptor {
  readonly label: string;
  readonly size: number[];
  readonly format: GPUTextureFormat;
  readonly dimension?: GPUTextureDimension;
}

/** Records calls and executes nothing. Buffers that are read back contain what a test puts in. */
export interface FakeDevice {
  readonly device: GPUDevice;
  readonly counts: DeviceCounts;
  /** Initially empty. */
  readonly features: Set<GPUFeatureName>;
  /** Entry point names of the pipelines dispatched since the last call. */
  takeDispatches(): string[];
  /** Copies and clears encoded since the last call, such as `data to copy of data`. */
  takeCopies(): string[];
  readonly buffers: FakeBuffer[];
  readonly destroyed: string[];
  /** Sets what the next validation scopes report. */
  refuseWith(message: string | null): void;
  /** Returns the errors in WGSL code. */
  wgslErrors: (code: string) => readonly WgslError[];
  /** From now on, copies of a buffer get this content. */
  copied: ArrayBuffer;
  /** From now on, copies of a texture into a buffer get this content. */
  copiedTexel: ArrayBuffer;
  written: ArrayBuffer;
  /** How long a frame takes, in milliseconds. */
  frameTime: number;
  /** Whether pipelines finish immediately; otherwise `finish` completes them. */
  finishPipelines: boolean;
  finish(): void;
  /** Rejects pending and future promises, as a lost device does. */
  lose(): void;
}

/** Defines the GPU constants that browsers define. */
export function stubGpuConstants(): void {
  const flags = new Proxy({}, { get: () => 1 });
  for (const name of ['GPUBufferUsage', 'GPUTextureUsage', 'GPUShaderStage', 'GPUMapMode']) {
    vi.stubGlobal(name, flags);
  }
}

const LIMITS = {
  maxUniformBufferBindingSize: 65536,
  maxStorageBufferBindingSize: 1 << 27,
  maxTextureDimension2D: 8192,
  maxTextureDimension3D: 2048,
  maxComputeWorkgroupsPerDimension: 1024,
};

export function createFakeDevice(): FakeDevice {
  const counts: DeviceCounts = {
    commandEncoders: 0,
    submittedBuffers: 0,
    computePasses: 0,
    renderPasses: 0,
    dispatches: 0,
    bufferWrites: 0,
    bindGroups: 0,
    textures: 0,
    pipelines: 0,
    buffers: 0,
  };
  const buffers: FakeBuffer[] = [];
  const destroyed: string[] = [];
  let dispatched: string[] = [];
  let copies: string[] = [];
  let refusal: string | null = null;
  let finishPending = () => {};
  let rejectAll: (reason: Error) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    rejectAll = reject;
  });
  lost.catch(() => {});
  let tellLost = () => {};
  const isLost = new Promise<void>((resolve) => {
    tellLost = resolve;
  });
  /** An answer that is rejected if the device is lost. */
  const unlessLost = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    Promise.race([lost, answer]);
  const features = new Set<GPUFeatureName>();
  const fake: FakeDevice = {
    device: null as unknown as GPUDevice,
    counts,
    features,
    buffers,
    destroyed,
    copied: new ArrayBuffer(0),
    copiedTexel: new ArrayBuffer(16),
    written: new ArrayBuffer(0),
    frameTime: 0,
    finishPipelines: true,
    finish: () => finishPending(),
    lose() {
      rejectAll(new Error('Instance dropped.'));
      tellLost();
    },
    takeDispatches() {
      const names = dispatched;
      dispatched = [];
      return names;
    },
    takeCopies() {
      const names = copies;
      copies = [];
      return names;
    },
    refuseWith(message) {
      refusal = message;
    },
    wgslErrors: () => [],
  };
  const computePass = () => {
    let pipeline = '';
    counts.computePasses += 1;
    const dispatch = () => {
      counts.dispatches += 1;
      dispatched.push(pipeline);
    };
    return {
      setPipeline: ({ label }: { label: string }) => {
        pipeline = label;
      },
      setBindGroup: () => {},
      dispatchWorkgroups: dispatch,
      dispatchWorkgroupsIndirect: dispatch,
      end: () => {},
    };
  };
  const createCommandEncoder = () => {
    counts.commandEncoders += 1;
    return {
      beginComputePass: computePass,
      beginRenderPass: () => {
        counts.renderPasses += 1;
        return { setPipeline: () => {}, setBindGroup: () => {}, draw: () => {}, end: () => {} };
      },
      clearBuffer: ({ label }: FakeBuffer) => {
        copies.push(`clear ${label}`);
      },
      copyBufferToBuffer: (from: FakeBuffer, _: number, to: FakeBuffer) => {
        copies.push(`${from.label} to ${to.label}`);
        to.content = fake.copied;
      },
      copyBufferToTexture: (from: { buffer: FakeBuffer }, { texture }: FakeTextureCopy) => {
        copies.push(`${from.buffer.label} to ${texture.label}`);
      },
      copyTextureToTexture: (from: FakeTextureCopy, to: FakeTextureCopy) => {
        copies.push(`${from.texture.label} to ${to.texture.label}`);
      },
      copyTextureToBuffer: ({ texture }: FakeTextureCopy, { buffer }: { buffer: FakeBuffer }) => {
        copies.push(`${texture.label} to ${buffer.label}`);
        buffer.content = fake.copiedTexel;
      },
      resolveQuerySet: (set: { label: string }, first: number, count: number) => {
        copies.push(`queries ${first} to ${first + count - 1} of ${set.label}`);
      },
      finish: () => ({}),
    };
  };
  const device = {
    limits: LIMITS,
    features,
    lost: isLost,
    queue: {
      submit: (submitted: readonly unknown[]) => {
        counts.submittedBuffers += submitted.length;
      },
      writeBuffer: (_: unknown, __: number, view: DataView<ArrayBuffer>) => {
        counts.bufferWrites += 1;
        fake.written = ArrayBuffer.isView(view) ? view.buffer.slice(0) : view;
      },
      writeTexture: () => {},
      copyExternalImageToTexture: () => {},
      onSubmittedWorkDone: () =>
        unlessLost(
          fake.frameTime === 0
            ? Promise.resolve()
            : new Promise<void>((resolve) => setTimeout(resolve, fake.frameTime)),
        ),
    },
    createBuffer({ label, size }: GPUBufferDescriptor & { label: string }) {
      counts.buffers += 1;
      const buffer = createBuffer(label, size, () => destroyed.push(label), unlessLost);
      buffers.push(buffer);
      return buffer;
    },
    createTexture: ({ label, size, format, dimension = '2d' }: FakeTextureDescriptor) => {
      counts.textures += 1;
      const [width, height, depthOrArrayLayers = 1] = size;
      const view = {};
      return {
        label,
        width,
        height,
        depthOrArrayLayers,
        format,
        dimension,
        createView: () => view,
        destroy: () => destroyed.push(label),
      };
    },
    createQuerySet: ({ label, count }: GPUQuerySetDescriptor & { label: string }) => ({
      label,
      count,
      destroy: () => destroyed.push(label),
    }),
    createSampler: () => ({}),
    createBindGroup: () => {
      counts.bindGroups += 1;
      return {};
    },
    createBindGroupLayout: () => ({}),
    createPipelineLayout: () => ({}),
    createShaderModule: ({ code }: { code: string }) => {
      const messages = fake.wgslErrors(code).map((error) => ({ ...error, type: 'error' }));
      return { getCompilationInfo: () => unlessLost(Promise.resolve({ messages })) };
    },
    createRenderPipeline: () => ({ getBindGroupLayout: () => ({}) }),
    createComputePipeline: () => ({ getBindGroupLayout: () => ({}) }),
    createComputePipelineAsync: async ({ label }: { label: string }) => {
      counts.pipelines += 1;
      if (!fake.finishPipelines) {
        await unlessLost(
          new Promise<void>((resolve) => {
            finishPending = resolve;
          }),
        );
      }
      return unlessLost(Promise.resolve({ label, getBindGroupLayout: () => ({}) }));
    },
    createCommandEncoder,
    pushErrorScope: () => {},
    popErrorScope: () =>
      unlessLost(Promise.resolve(refusal === null ? null : { message: refusal })),
  };
  return Object.assign(fake, { device: device as unknown as GPUDevice });
}

function createBuffer(
  label: string,
  size: number,
  onDestroy: () => void,
  unlessLost: (mapped: Promise<void>) => Promise<void>,
) {
  let finish: (() => void) | undefined;
  return {
    label,
    size,
    destroyed: false,
    content: new ArrayBuffer(size),
    mapAsync: () =>
      unlessLost(
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
      ),
    getMappedRange() {
      return this.content;
    },
    unmap: () => {},
    finishMapping() {
      finish?.();
      finish = undefined;
    },
    destroy() {
      if (this.destroyed) return;
      this.destroyed = true;
      onDestroy();
    },
  };
}
