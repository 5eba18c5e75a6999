import { vi } from 'vitest';
import { DEFAULT_LIMITS } from '#core/plan/deviceLimits.ts';
import type { WgslError } from '#core/plan/wgsl/wgslErrors.ts';

export type FakeDevice = ReturnType<typeof createFakeDevice>;

type FakeBuffer = ReturnType<typeof createBuffer>;
type FakeTexture = ReturnType<typeof createTexture>;
type Errors = ReturnType<typeof createErrors>;

/** What commands use, and the copies they make. */
interface FakeCommands {
  readonly used: ReadonlySet<FakeBuffer | FakeTexture>;
  readonly copies: readonly (() => void)[];
}

interface FakeLayout {
  /** Unknown if the pipeline derives it from its shader. */
  readonly entries?: readonly { readonly binding: number }[];
}

interface FakeBindGroup {
  readonly layout: FakeLayout;
  readonly entries: readonly {
    readonly binding: number;
    readonly resource: { readonly buffer?: FakeBuffer; readonly texture?: FakeTexture };
  }[];
}

interface FakeModule {
  readonly messages: readonly WgslError[];
}

interface FakeTextureCopy {
  readonly texture: FakeTexture;
}

interface FakeTextureDescriptor {
  readonly label: string;
  readonly size: number[];
  readonly format: GPUTextureFormat;
  readonly dimension?: GPUTextureDimension;
}

/** The constants that browsers define: the names of their bits, from the lowest bit on. */
const CONSTANTS = {
  GPUBufferUsage:
    'MAP_READ MAP_WRITE COPY_SRC COPY_DST INDEX VERTEX UNIFORM STORAGE INDIRECT QUERY_RESOLVE',
  GPUTextureUsage: 'COPY_SRC COPY_DST TEXTURE_BINDING STORAGE_BINDING RENDER_ATTACHMENT',
  GPUShaderStage: 'VERTEX FRAGMENT COMPUTE',
  GPUMapMode: 'READ WRITE',
};

export function stubGpuConstants(): void {
  for (const [name, flags] of Object.entries(CONSTANTS)) {
    const bits = flags.split(' ').map((flag, bit) => [flag, 1 << bit]);
    vi.stubGlobal(name, Object.fromEntries(bits));
  }
}

/** Thread groups may have as many threads as on usual graphics cards. */
const LIMITS = { ...DEFAULT_LIMITS, maxComputeInvocationsPerWorkgroup: 1024 };

/**
 * Records calls, and behaves like a real device as far as `deviceContract.ts` says. Otherwise:
 *
 * - It runs no shaders and reads no WGSL; `wgslErrors` says what is wrong with a module.
 * - Textures have no content, and timestamps are zero. What copies of them contain comes from
 *   `copiedTexel` and `copied`.
 * - Reading back waits for `finishMapping`, so that tests choose the order.
 * - `lose` rejects promises, as Chromium does when its GPU process ends, and not only those that
 *   the specification rejects.
 */
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
  let finishPending = () => {};
  let rejectAll: (reason: Error) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    rejectAll = reject;
  });
  lost.catch(() => {});
  let tellLost: (info: { reason: GPUDeviceLostReason; message: string }) => void = () => {};
  const isLost = new Promise((resolve) => {
    tellLost = resolve;
  });
  /** An answer that is rejected if the device is lost. */
  const unlessLost = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    Promise.race([lost, answer]);
  const target = new EventTarget();
  const errors = createErrors(target);
  /** Initially empty. */
  const features = new Set<GPUFeatureName>();
  const fake = {
    ...{ counts, features, buffers, destroyed },
    /** From now on, copies of a buffer get this content instead of the buffer's. */
    copied: null as ArrayBuffer | null,
    /** From now on, copies of a texture into a buffer get this content. */
    copiedTexel: new ArrayBuffer(16),
    written: new ArrayBuffer(0),
    /** How long a frame takes, in milliseconds. */
    frameTime: 0,
    /** Whether pipelines finish immediately; otherwise `finish` completes them. */
    finishPipelines: true,
    finish: () => finishPending(),
    /** Rejects pending and future promises. */
    lose() {
      rejectAll(new Error('Instance dropped.'));
      tellLost({ reason: 'unknown', message: 'Instance dropped.' });
    },
    /** Entry point names of the pipelines dispatched since the last call. */
    takeDispatches: () => dispatched.splice(0),
    /** Copies and clears encoded since the last call, such as `data to copy of data`. */
    takeCopies: () => copies.splice(0),
    /** Sets what the next error scopes with this filter report. */
    refuseWith: errors.refuseWith,
    /** Returns the errors in WGSL code. */
    wgslErrors: (_code: string): readonly WgslError[] => [],
  };
  const createCommandEncoder = () => {
    counts.commandEncoders += 1;
    const commands = { used: new Set<FakeBuffer | FakeTexture>(), copies: [] as (() => void)[] };
    let problem: string | null = null;
    const addBuffer = (buffer: FakeBuffer, usage: number, end = 0) => {
      commands.used.add(buffer);
      if ((buffer.usage & usage) === 0) problem ??= `The usage of ${buffer.label} is another one.`;
      if (end > buffer.size) problem ??= `The copy does not fit in ${buffer.label}.`;
    };
    const addTextures = (...made: FakeTextureCopy[]) => {
      for (const { texture } of made) commands.used.add(texture);
    };
    const setBindGroup = (_: number, group: FakeBindGroup) => {
      for (const { resource } of group.entries) {
        const used = resource.buffer ?? resource.texture;
        if (used) commands.used.add(used);
      }
    };
    return {
      beginComputePass() {
        counts.computePasses += 1;
        let pipeline = '';
        const dispatch = () => {
          counts.dispatches += 1;
          dispatched.push(pipeline);
        };
        return {
          setPipeline: ({ label }: { label: string }) => {
            pipeline = label;
          },
          ...{ setBindGroup, dispatchWorkgroups: dispatch, dispatchWorkgroupsIndirect: dispatch },
          end: () => {},
        };
      },
      beginRenderPass() {
        counts.renderPasses += 1;
        return { setPipeline: () => {}, setBindGroup, draw: () => {}, end: () => {} };
      },
      clearBuffer(buffer: FakeBuffer) {
        copies.push(`clear ${buffer.label}`);
        addBuffer(buffer, GPUBufferUsage.COPY_DST);
        commands.copies.push(() => buffer.bytes().fill(0));
      },
      copyBufferToBuffer(from: FakeBuffer, at: number, to: FakeBuffer, toAt: number, size: number) {
        copies.push(`${from.label} to ${to.label}`);
        addBuffer(from, GPUBufferUsage.COPY_SRC, at + size);
        addBuffer(to, GPUBufferUsage.COPY_DST, toAt + size);
        to.replaced = fake.copied;
        commands.copies.push(() => to.bytes().set(from.bytes().subarray(at, at + size), toAt));
      },
      copyBufferToTexture({ buffer }: { buffer: FakeBuffer }, to: FakeTextureCopy) {
        copies.push(`${buffer.label} to ${to.texture.label}`);
        addBuffer(buffer, GPUBufferUsage.COPY_SRC);
        addTextures(to);
      },
      copyTextureToTexture(from: FakeTextureCopy, to: FakeTextureCopy) {
        copies.push(`${from.texture.label} to ${to.texture.label}`);
        addTextures(from, to);
      },
      copyTextureToBuffer(
        from: FakeTextureCopy,
        { buffer, bytesPerRow = 0 }: { buffer: FakeBuffer; bytesPerRow?: number },
      ) {
        copies.push(`${from.texture.label} to ${buffer.label}`);
        addBuffer(buffer, GPUBufferUsage.COPY_DST);
        addTextures(from);
        if (bytesPerRow % 256 !== 0) problem ??= `A row of ${bytesPerRow} bytes is not aligned.`;
        buffer.replaced = fake.copiedTexel;
      },
      resolveQuerySet(set: { label: string }, first: number, count: number, to: FakeBuffer) {
        copies.push(`queries ${first} to ${first + count - 1} of ${set.label}`);
        addBuffer(to, GPUBufferUsage.QUERY_RESOLVE);
      },
      finish(): FakeCommands {
        if (problem !== null) errors.report('validation', problem);
        return problem === null ? commands : { used: new Set(), copies: [] };
      },
    };
  };
  const device = Object.assign(target, {
    limits: { ...LIMITS },
    features,
    lost: isLost,
    destroy() {
      errors.silence();
      for (const buffer of buffers) buffer.lose();
      finishPending();
      tellLost({ reason: 'destroyed', message: 'The device was destroyed.' });
    },
    queue: {
      submit(submitted: readonly FakeCommands[]) {
        counts.submittedBuffers += submitted.length;
        for (const commands of submitted) {
          const problem = [...commands.used].find((each) => each.problem() !== null);
          if (problem) errors.report('validation', `${problem.label} is ${problem.problem()}.`);
          else for (const copy of commands.copies) copy();
        }
      },
      writeBuffer(buffer: FakeBuffer, at: number, data: ArrayBufferView<ArrayBuffer>) {
        counts.bufferWrites += 1;
        const { buffer: memory, byteOffset, byteLength } = data;
        fake.written = memory.slice(0);
        if (byteLength % 4 !== 0) throw new DOMException('Not whole words.', 'OperationError');
        const problem = at + byteLength > buffer.size ? 'too small' : buffer.problem();
        if (problem === null)
          buffer.bytes().set(new Uint8Array(memory, byteOffset, byteLength), at);
        else errors.report('validation', `${buffer.label} is ${problem}.`);
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
    createBuffer(descriptor: GPUBufferDescriptor & { label: string }) {
      counts.buffers += 1;
      const onDestroy = () => destroyed.push(descriptor.label);
      const buffer = createBuffer(descriptor, errors, onDestroy, unlessLost);
      buffers.push(buffer);
      return buffer;
    },
    createTexture(descriptor: FakeTextureDescriptor) {
      counts.textures += 1;
      return createTexture(descriptor, errors, () => destroyed.push(descriptor.label));
    },
    createQuerySet: ({ label, count }: GPUQuerySetDescriptor & { label: string }) => ({
      label,
      count,
      destroy: () => destroyed.push(label),
    }),
    createSampler: () => ({}),
    createBindGroup(group: FakeBindGroup) {
      counts.bindGroups += 1;
      const places = (entries: FakeLayout['entries'] = group.entries) =>
        entries.map(({ binding }) => binding).toSorted((one, other) => one - other);
      if (String(places()) !== String(places(group.layout.entries))) {
        errors.report('validation', 'The entries of a bind group do not match its layout.');
      }
      return group;
    },
    createBindGroupLayout: ({ entries }: FakeLayout): FakeLayout => ({
      ...(entries && { entries }),
    }),
    createPipelineLayout: () => ({}),
    createShaderModule({ code }: { code: string }) {
      const messages = fake.wgslErrors(code).map((error) => ({ ...error, type: 'error' }));
      if (messages[0]) errors.report('validation', messages[0].message);
      return {
        messages,
        getCompilationInfo: () => unlessLost(Promise.resolve({ messages })),
      };
    },
    createRenderPipeline: () => ({ getBindGroupLayout: () => ({}) }),
    createComputePipeline: () => ({ getBindGroupLayout: () => ({}) }),
    async createComputePipelineAsync({
      label,
      compute: { module },
    }: {
      label: string;
      compute: { module: FakeModule };
    }) {
      counts.pipelines += 1;
      if (!fake.finishPipelines) {
        await unlessLost(
          new Promise<void>((resolve) => {
            finishPending = resolve;
          }),
        );
      }
      if (module.messages.length > 0) throw pipelineError('The module has errors.');
      return unlessLost(Promise.resolve({ label, getBindGroupLayout: () => ({}) }));
    },
    createCommandEncoder,
    pushErrorScope: errors.push,
    popErrorScope: () => unlessLost(errors.pop()),
  });
  return Object.assign(fake, { device: device as unknown as GPUDevice });
}

function pipelineError(message: string) {
  return Object.assign(new DOMException(message, 'GPUPipelineError'), { reason: 'validation' });
}

/** Error scopes, and the event for errors outside of them. */
function createErrors(target: EventTarget) {
  const scopes: { filter: GPUErrorFilter; error: { message: string } | null }[] = [];
  const refusals = new Map<GPUErrorFilter, string | null>();
  let isSilent = false;
  return {
    report(filter: GPUErrorFilter, message: string) {
      if (isSilent) return;
      const error = { message };
      const scope = scopes.findLast((each) => each.filter === filter);
      if (scope) scope.error ??= error;
      else target.dispatchEvent(Object.assign(new Event('uncapturederror'), { error }));
    },
    /** A destroyed device reports no errors. */
    silence() {
      isSilent = true;
    },
    refuseWith(message: string | null, filter: GPUErrorFilter = 'validation') {
      refusals.set(filter, message);
    },
    push: (filter: GPUErrorFilter) => scopes.push({ filter, error: null }),
    async pop() {
      const scope = scopes.pop();
      if (isSilent) return null;
      if (!scope) throw new DOMException('No error scopes to pop', 'OperationError');
      const message = refusals.get(scope.filter);
      return typeof message === 'string' ? { message } : scope.error;
    },
  };
}

function createTexture(
  { label, size, format, dimension = '2d' }: FakeTextureDescriptor,
  errors: Errors,
  onDestroy: () => void,
) {
  const [width = 0, height = 1, depthOrArrayLayers = 1] = size;
  const is3D = dimension === '3d';
  const side = is3D ? LIMITS.maxTextureDimension3D : LIMITS.maxTextureDimension2D;
  const depth = is3D ? side : LIMITS.maxTextureArrayLayers;
  if (Math.max(width, height) > side || depthOrArrayLayers > depth) {
    errors.report('validation', `${label} is too large.`);
  }
  let isDestroyed = false;
  const texture = {
    ...{ label, width, height, depthOrArrayLayers, format, dimension },
    createView: () => view,
    problem: () => (isDestroyed ? 'destroyed' : null),
    destroy() {
      if (!isDestroyed) onDestroy();
      isDestroyed = true;
    },
  };
  const view = { texture };
  return texture;
}

function createBuffer(
  { label, size, usage }: GPUBufferDescriptor & { label: string },
  errors: Errors,
  onDestroy: () => void,
  unlessLost: (mapped: Promise<void>) => Promise<void>,
) {
  const isTooLarge = size > LIMITS.maxBufferSize;
  if (isTooLarge) errors.report('validation', `${label} is too large.`);
  const content = new Uint8Array(isTooLarge ? 0 : size);
  let finish = () => {};
  let abort = () => {};
  let range: ArrayBuffer | null = null;
  let isLost = false;
  const refusal = (name: string) => new DOMException(`${label} cannot be mapped.`, name);
  const buffer = {
    ...{ label, size, usage, destroyed: false },
    mapState: 'unmapped' as GPUBufferMapState,
    bytes: () => content,
    /** What is read back instead of the content. */
    replaced: null as ArrayBuffer | null,
    problem: () =>
      (buffer.destroyed && 'destroyed') || (buffer.mapState === 'unmapped' ? null : 'mapped'),
    async mapAsync(mode: number) {
      if (isLost) throw refusal('AbortError');
      const problem = buffer.problem() ?? ((usage & mode) === 0 ? 'not for reading' : null);
      if (problem !== null) {
        if (buffer.mapState !== 'pending') errors.report('validation', `${label} is ${problem}.`);
        throw refusal('OperationError');
      }
      buffer.mapState = 'pending';
      const mapped = new Promise<void>((resolve, reject) => {
        finish = resolve;
        abort = () => reject(refusal('AbortError'));
      });
      return unlessLost(mapped);
    },
    getMappedRange(from = 0, length = size - from) {
      if (buffer.mapState !== 'mapped') throw refusal('OperationError');
      range = (buffer.replaced ?? content.buffer).slice(from, from + length);
      return range;
    },
    /** Detaches the mapped range, as a real device does. */
    unmap() {
      if (buffer.mapState === 'pending') abort();
      buffer.mapState = 'unmapped';
      if (range) structuredClone(range, { transfer: [range] });
      range = null;
    },
    finishMapping() {
      if (buffer.mapState !== 'pending') return;
      buffer.mapState = 'mapped';
      finish();
    },
    lose() {
      buffer.unmap();
      isLost = true;
    },
    destroy() {
      if (buffer.destroyed) return;
      buffer.unmap();
      buffer.destroyed = true;
      onDestroy();
    },
  };
  return buffer;
}
