import { expect } from 'vitest';
import { DEFAULT_LIMITS, type LimitName } from '#core/plan/deviceLimits.ts';
import { paddedRow, readBytes } from '#engine/gpu/readBack.ts';

/** WGSL with an error at the number in its second line. */
export const WRONG_WGSL = {
  code: '@compute @workgroup_size(1) fn main() {}\nfn wrong() -> f32 { return 1u; }',
  lineNum: 2,
  linePos: 21,
};

interface DeviceCase {
  /** What a device does. */
  readonly rule: string;
  readonly run: (device: GPUDevice) => Promise<void>;
}

const source = (device: GPUDevice) =>
  device.createBuffer({
    ...{ label: 'source', size: 16, usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST },
  });
const readable = (device: GPUDevice, size = 16) =>
  device.createBuffer({
    ...{ label: 'readable', size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ },
  });
const storage = (device: GPUDevice, size = 16, usage = 0) =>
  device.createBuffer({ label: 'data', size, usage: GPUBufferUsage.STORAGE | usage });

const textureOf = (device: GPUDevice, ...size: number[]) =>
  device.createTexture({
    ...{ label: 'picture', size, format: 'rgba8unorm' },
    usage: GPUTextureUsage.COPY_SRC | GPUTextureUsage.COPY_DST | GPUTextureUsage.TEXTURE_BINDING,
  });

/** The message of the validation error that the work causes; null if it causes none. */
async function refusalOf(device: GPUDevice, work: () => unknown): Promise<string | null> {
  device.pushErrorScope('validation');
  const done = work();
  const error = await device.popErrorScope();
  await done;
  return error?.message ?? null;
}

const refused = expect.stringMatching(/./);

function submit(device: GPUDevice, encode: (encoder: GPUCommandEncoder) => void): void {
  const encoder = device.createCommandEncoder({ label: 'commands' });
  encode(encoder);
  device.queue.submit([encoder.finish()]);
}

const copyTo = (from: GPUBuffer, to: GPUBuffer) => (encoder: GPUCommandEncoder) =>
  encoder.copyBufferToBuffer(from, 0, to, 0, 16);

const BUFFERS: readonly DeviceCase[] = [
  {
    rule: 'returns the written bytes of a buffer, from any range',
    async run(device) {
      const buffer = source(device);
      device.queue.writeBuffer(buffer, 0, Uint32Array.of(1, 2, 3, 4));
      device.queue.writeBuffer(buffer, 8, Uint32Array.of(9, 5, 6).subarray(1, 2));
      expect([...new Uint32Array(await readBytes(device, buffer))]).toEqual([1, 2, 5, 4]);
      expect([...new Uint32Array(await readBytes(device, buffer, 4, 12))]).toEqual([2, 5]);
      submit(device, (encoder) => encoder.clearBuffer(buffer));
      expect([...new Uint32Array(await readBytes(device, buffer))]).toEqual([0, 0, 0, 0]);
    },
  },
  {
    rule: 'writes, copies and clears in the order of the calls',
    async run(device) {
      const [from, to] = [source(device), source(device)];
      device.queue.writeBuffer(from, 0, Uint32Array.of(1, 1, 1, 1));
      submit(device, copyTo(from, to));
      device.queue.writeBuffer(from, 0, Uint32Array.of(2, 2, 2, 2));
      expect([...new Uint32Array(await readBytes(device, to))]).toEqual([1, 1, 1, 1]);
    },
  },
  {
    rule: 'maps a buffer until it is unmapped, which detaches the bytes',
    async run(device) {
      const buffer = readable(device);
      expect([buffer.label, buffer.size, buffer.mapState]).toEqual(['readable', 16, 'unmapped']);
      expect(() => buffer.getMappedRange()).toThrow(DOMException);
      const mapping = buffer.mapAsync(GPUMapMode.READ);
      expect(buffer.mapState).toBe('pending');
      await mapping;
      expect(buffer.mapState).toBe('mapped');
      const bytes = buffer.getMappedRange(0, 8);
      expect(bytes.byteLength).toBe(8);
      buffer.unmap();
      expect([bytes.byteLength, buffer.mapState]).toEqual([0, 'unmapped']);
      await buffer.mapAsync(GPUMapMode.READ);
    },
  },
  {
    rule: 'refuses to map a buffer twice, and to map one that is not for reading',
    async run(device) {
      const buffer = readable(device);
      const mapping = buffer.mapAsync(GPUMapMode.READ);
      await expect(buffer.mapAsync(GPUMapMode.READ)).rejects.toHaveProperty(
        'name',
        'OperationError',
      );
      await mapping;
      const map = async (each: GPUBuffer) =>
        expect(each.mapAsync(GPUMapMode.READ)).rejects.toHaveProperty('name', 'OperationError');
      expect(await refusalOf(device, () => map(buffer))).toEqual(refused);
      expect(await refusalOf(device, () => map(source(device)))).toEqual(refused);
    },
  },
  {
    rule: 'aborts a pending mapping when the buffer is unmapped or destroyed',
    async run(device) {
      const buffer = readable(device);
      const first = buffer.mapAsync(GPUMapMode.READ);
      buffer.unmap();
      await expect(first).rejects.toHaveProperty('name', 'AbortError');
      const second = buffer.mapAsync(GPUMapMode.READ);
      buffer.destroy();
      await expect(second).rejects.toHaveProperty('name', 'AbortError');
    },
  },
  {
    rule: 'destroys a buffer twice without an error, and refuses to use it afterwards',
    async run(device) {
      const [buffer, other, mapped] = [source(device), source(device), readable(device)];
      const encoder = device.createCommandEncoder();
      copyTo(buffer, other)(encoder);
      const destroy = () => {
        for (const each of [buffer, buffer, mapped]) each.destroy();
      };
      expect(await refusalOf(device, destroy)).toBeNull();
      const write = () => device.queue.writeBuffer(buffer, 0, new Uint8Array(4));
      expect(await refusalOf(device, write)).toEqual(refused);
      const commands = encoder.finish();
      expect(await refusalOf(device, () => device.queue.submit([commands]))).toEqual(refused);
      const map = () => expect(mapped.mapAsync(GPUMapMode.READ)).rejects.toThrow(DOMException);
      expect(await refusalOf(device, map)).toEqual(refused);
    },
  },
  {
    rule: 'refuses commands that use a mapped buffer',
    async run(device) {
      const [from, to] = [source(device), readable(device)];
      await to.mapAsync(GPUMapMode.READ);
      expect(await refusalOf(device, () => submit(device, copyTo(from, to)))).toEqual(refused);
      to.unmap();
      expect(await refusalOf(device, () => submit(device, copyTo(from, to)))).toBeNull();
    },
  },
  {
    rule: 'refuses writes and copies outside of a buffer, or against its usage',
    async run(device) {
      const [from, to, small] = [source(device), readable(device), readable(device, 8)];
      const write = (at: number) => () => device.queue.writeBuffer(from, at, new Uint8Array(8));
      expect(await refusalOf(device, write(8))).toBeNull();
      expect(await refusalOf(device, write(12))).toEqual(refused);
      expect(() => device.queue.writeBuffer(from, 0, new Uint8Array(3))).toThrow(DOMException);
      expect(await refusalOf(device, () => submit(device, copyTo(from, small)))).toEqual(refused);
      expect(await refusalOf(device, () => submit(device, copyTo(to, from)))).toEqual(refused);
    },
  },
  {
    rule: 'refuses a buffer over its limit',
    async run(device) {
      const create = (size: number) => () => storage(device, size);
      expect(await refusalOf(device, create(256))).toBeNull();
      expect(await refusalOf(device, create(device.limits.maxBufferSize + 4))).toEqual(refused);
    },
  },
];

const TEXTURES: readonly DeviceCase[] = [
  {
    rule: 'reports the size, format and label of a texture',
    async run(device) {
      const flat = textureOf(device, 5, 3);
      expect([flat.width, flat.height, flat.depthOrArrayLayers]).toEqual([5, 3, 1]);
      expect([flat.label, flat.format, flat.dimension]).toEqual(['picture', 'rgba8unorm', '2d']);
      expect(textureOf(device, 5, 3, 2).depthOrArrayLayers).toBe(2);
    },
  },
  {
    rule: 'refuses a texture over its limits',
    async run(device) {
      const { maxTextureDimension2D: side, maxTextureArrayLayers: layers } = device.limits;
      expect(await refusalOf(device, () => textureOf(device, 4, side + 1))).toEqual(refused);
      expect(await refusalOf(device, () => textureOf(device, 4, 4, layers + 1))).toEqual(refused);
      expect(await refusalOf(device, () => textureOf(device, side, 1, 2))).toBeNull();
    },
  },
  {
    rule: 'copies a texture to a buffer in aligned rows only',
    async run(device) {
      const texture = textureOf(device, 5, 3);
      const buffer = readable(device, 3 * paddedRow(5 * 4));
      const copy = (bytesPerRow: number) => () =>
        submit(device, (encoder) =>
          encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow }, [5, 3]),
        );
      expect(await refusalOf(device, copy(paddedRow(5 * 4)))).toBeNull();
      expect(await refusalOf(device, copy(5 * 4))).toEqual(refused);
    },
  },
  {
    rule: 'destroys a texture twice without an error, and refuses to copy it afterwards',
    async run(device) {
      const [texture, other] = [textureOf(device, 4, 4), textureOf(device, 4, 4)];
      const copy = () =>
        submit(device, (encoder) =>
          encoder.copyTextureToTexture({ texture }, { texture: other }, [4, 4]),
        );
      expect(await refusalOf(device, copy)).toBeNull();
      texture.destroy();
      texture.destroy();
      expect(await refusalOf(device, copy)).toEqual(refused);
    },
  },
];

const ERRORS: readonly DeviceCase[] = [
  {
    rule: 'reports an error in the innermost scope with its filter only',
    async run(device) {
      for (const filter of ['validation', 'validation', 'out-of-memory'] as const) {
        device.pushErrorScope(filter);
      }
      textureOf(device, 4, device.limits.maxTextureDimension2D + 1);
      expect(await device.popErrorScope()).toBeNull();
      expect(await device.popErrorScope()).toHaveProperty('message', refused);
      expect(await device.popErrorScope()).toBeNull();
    },
  },
  {
    rule: 'ends scopes when it is asked to, not when it answers',
    async run(device) {
      device.pushErrorScope('validation');
      device.pushErrorScope('validation');
      const inner = device.popErrorScope();
      textureOf(device, 4, device.limits.maxTextureDimension2D + 1);
      const [first, second] = await Promise.all([inner, device.popErrorScope()]);
      expect([first, second?.message]).toEqual([null, refused]);
    },
  },
  {
    rule: 'rejects the end of a scope that never began',
    async run(device) {
      const ended = device.popErrorScope();
      await expect(ended).rejects.toHaveProperty('name', 'OperationError');
    },
  },
  {
    rule: 'reports an error outside of scopes in an event',
    async run(device) {
      const reported = new Promise<GPUError>((resolve) => {
        device.addEventListener(
          'uncapturederror',
          (event) => {
            event.preventDefault();
            resolve(event.error);
          },
          { once: true },
        );
      });
      textureOf(device, 4, device.limits.maxTextureDimension2D + 1);
      expect(await reported).toHaveProperty('message', refused);
    },
  },
];

const PROGRAMS: readonly DeviceCase[] = [
  {
    rule: 'reports an error in WGSL with its place, and in the scope',
    async run(device) {
      device.pushErrorScope('validation');
      const module = device.createShaderModule({ label: 'wrong', code: WRONG_WGSL.code });
      const { messages } = await module.getCompilationInfo();
      const { lineNum, linePos } = WRONG_WGSL;
      expect([...messages]).toMatchObject([{ type: 'error', lineNum, message: refused }]);
      expect(messages[0]?.linePos).toBeGreaterThanOrEqual(linePos);
      expect(await device.popErrorScope()).toHaveProperty('message', refused);
    },
  },
  {
    rule: 'reports nothing about correct WGSL, and builds its pipeline',
    async run(device) {
      const [code = ''] = WRONG_WGSL.code.split('\n');
      const module = device.createShaderModule({ label: 'right', code });
      expect((await module.getCompilationInfo()).messages).toHaveLength(0);
      const compute = { module, entryPoint: 'main' };
      const pipeline = await device.createComputePipelineAsync({
        ...{ label: 'paint', layout: 'auto', compute },
      });
      expect(pipeline.label).toBe('paint');
    },
  },
  {
    rule: 'rejects a pipeline of a module with errors',
    async run(device) {
      device.pushErrorScope('validation');
      const module = device.createShaderModule({ label: 'wrong', code: WRONG_WGSL.code });
      await device.popErrorScope();
      const building = device.createComputePipelineAsync({
        ...{ label: 'paint', layout: 'auto', compute: { module, entryPoint: 'main' } },
      });
      await expect(building).rejects.toMatchObject({
        ...{ name: 'GPUPipelineError', reason: 'validation' },
      });
    },
  },
  {
    rule: 'refuses a bind group whose entries differ from its layout',
    async run(device) {
      const layout = device.createBindGroupLayout({
        entries: [
          { binding: 1, visibility: GPUShaderStage.COMPUTE, buffer: { type: 'storage' } },
          { binding: 4, visibility: GPUShaderStage.COMPUTE, sampler: {} },
        ],
      });
      const resource = { buffer: storage(device) };
      const sampler = { binding: 4, resource: device.createSampler() };
      const bind = (...entries: GPUBindGroupEntry[]) =>
        refusalOf(device, () => device.createBindGroup({ layout, entries }));
      expect(await bind(sampler, { binding: 1, resource })).toBeNull();
      expect(await bind(sampler)).toEqual(refused);
      expect(await bind(sampler, { binding: 2, resource })).toEqual(refused);
    },
  },
];

const REST: readonly DeviceCase[] = [
  {
    rule: 'completes submitted work in order',
    async run(device) {
      const done: number[] = [];
      const work = [0, 1, 2].map(async (number) => {
        submit(device, (encoder) => encoder.clearBuffer(source(device)));
        await device.queue.onSubmittedWorkDone();
        done.push(number);
      });
      await Promise.all(work);
      expect(done).toEqual([0, 1, 2]);
    },
  },
  {
    rule: 'has at least the limits of every device, and knows its features',
    async run(device) {
      for (const name of Object.keys(DEFAULT_LIMITS) as LimitName[]) {
        expect(device.limits[name], name).toBeGreaterThanOrEqual(DEFAULT_LIMITS[name]);
      }
      const features = [...device.features];
      expect(features.every((feature) => device.features.has(feature))).toBe(true);
      expect(device.features.has('timestamp-query')).toBe(true);
      expect(device.features.has('no feature' as GPUFeatureName)).toBe(false);
    },
  },
  {
    rule: 'stores timestamps, the end not before the beginning',
    async run(device) {
      const querySet = device.createQuerySet({ label: 'times', type: 'timestamp', count: 2 });
      expect([querySet.label, querySet.count]).toEqual(['times', 2]);
      const { QUERY_RESOLVE, COPY_SRC } = GPUBufferUsage;
      const resolved = storage(device, 16, QUERY_RESOLVE | COPY_SRC);
      const timestampWrites = { querySet, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 };
      submit(device, (encoder) => {
        encoder.beginComputePass({ timestampWrites }).end();
        encoder.resolveQuerySet(querySet, 0, 2, resolved, 0);
      });
      const [begin, end] = new BigUint64Array(await readBytes(device, resolved));
      expect(end).toBeGreaterThanOrEqual(begin ?? 1n);
      querySet.destroy();
    },
  },
  {
    rule: 'that is destroyed is lost, aborts mappings, answers other questions, and is silent',
    async run(device) {
      const buffer = readable(device);
      const mapping = buffer.mapAsync(GPUMapMode.READ);
      device.pushErrorScope('validation');
      device.destroy();
      device.destroy();
      expect(await device.lost).toMatchObject({ reason: 'destroyed', message: refused });
      await expect(mapping).rejects.toHaveProperty('name', 'AbortError');
      await expect(buffer.mapAsync(GPUMapMode.READ)).rejects.toHaveProperty('name', 'AbortError');
      await device.queue.onSubmittedWorkDone();
      textureOf(device, 4, device.limits.maxTextureDimension2D + 1);
      expect(await device.popErrorScope()).toBeNull();
      expect(await device.popErrorScope()).toBeNull();
    },
  },
];

/** What the product relies on. `device` has timestamps, and completes its work on its own. */
export const DEVICE_CASES: readonly DeviceCase[] = [
  ...BUFFERS,
  ...TEXTURES,
  ...ERRORS,
  ...PROGRAMS,
  ...REST,
];
