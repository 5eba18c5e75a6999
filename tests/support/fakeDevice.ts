import { vi } from 'vitest';
import type { WgslError } from '#core/plan/wgsl/wgslErrors.ts';

type FakeBuffer = ReturnType<typeof createBuffer>;

interface FakeTextureCopy {
  readonly texture: { readonly label: string };
}

interface FakeTextureDescriptor {
  readonly label: string;
  readonly size: number[];
  readonly format: GPUTextureFormat;
  readonly dimension?: GPUTextureDimension;
}

export type FakeDevice = ReturnType<typeof createFakeDevice>;

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

/** Records calls and executes nothing. Buffers that are read back contain what a test puts in. */
export function createFakeDevice() {
  const counts = {
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
  const dispatched: string[] = [];
  const copies: string[] = [];
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
  /** Initially empty. */
  const features = new Set<GPUFeatureName>();
  const fake = {
    ...{ counts, features, buffers, destroyed },
    /** From now on, copies of a buffer get this content. */
    copied: new ArrayBuffer(0),
    /** From now on, copies of a texture into a buffer get this content. */
    copiedTexel: new ArrayBuffer(16),
    written: new ArrayBuffer(0),
    /** How long a frame takes, in milliseconds. */
    frameTime: 0,
    /** Whether pipelines finish immediately; otherwise `finish` completes them. */
    finishPipelines: true,
    finish: () => finishPending(),
    /** Rejects pending and future promises, as a lost device does. */
    lose() {
      rejectAll(new Error('Instance dropped.'));
      tellLost();
    },
    /** Entry point names of the pipelines dispatched since the last call. */
    takeDispatches: () => dispatched.splice(0),
    /** Copies and clears encoded since the last call, such as `data to copy of data`. */
    takeCopies: () => copies.splice(0),
    /** Sets what the next validation scopes report. */
    refuseWith(message: string | null) {
      refusal = message;
    },
    /** Returns the errors in WGSL code. */
    wgslErrors: (_code: string): readonly WgslError[] => [],
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
        ...{ label, width, height, depthOrArrayLayers, format, dimension },
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
    ...{ label, size, destroyed: false },
    /** Content that a test has stored in the buffer. */
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
