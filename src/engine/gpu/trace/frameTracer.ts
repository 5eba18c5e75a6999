import { readTexel, texelFormat as storedFormat, type TexelKind } from '#core/data/texelFormat.ts';
import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { CallCommand, RunDescriptor, RunShader } from '#core/plan/runDescriptor.ts';
import type { AccessTable } from '#core/source/instrument/accesses/logAccesses.ts';
import type { PaintedTargets } from '#core/source/instrument/paintedDraws.ts';
import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import { TRACE_LAYOUT } from '#core/source/instrument/traceLayout.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { encodeCalls } from '#engine/gpu/dispatch.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import type { CallPipeline } from '#engine/gpu/frame.ts';
import { createReadBack, type ReadBack } from '#engine/gpu/readBack.ts';
import { type BesideRun, bindBesideRun } from '#engine/gpu/replay/frameReplay.ts';
import type { ResourceCopy } from '#engine/gpu/replay/resourceCopies.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import { encodeRestore, type FrameRecord } from './frameRecorder.ts';
import { createTracedVertices, type TracedVertices, type VertexPlan } from './tracedVertices.ts';

/** An instrumented program, ready to be dispatched instead of the running one. */
export interface TracedVersion {
  readonly descriptor: RunDescriptor;
  readonly pipelines: readonly CallPipeline[];
  readonly traceBuffer: string;
  /** Null if the program draws nothing. */
  readonly vertices: VertexPlan | null;
  /** Null if no values of fragments are painted. */
  readonly painted: PaintedTargets | null;
}

export interface TracedProgram {
  readonly program: InstrumentedProgram;
  /** What the numbers in a log of accesses mean; null if the program logs none. */
  readonly accesses: AccessTable | null;
  readonly version: TracedVersion;
  /** Number of values left out because they are large. */
  readonly leftOut: number;
}

interface RepeatRequest {
  /** The first words of the trace buffer; the rest are zero. */
  readonly header: Uint32Array<ArrayBuffer>;
  /** Size of the trace buffer in words. */
  readonly words: number;
  /** The texel to read from the picture, from the bottom left; null to read none. */
  readonly texel: readonly [x: number, y: number] | null;
  /** The vertices to run: all, one of an entry point, or none. */
  readonly vertices?: 'all' | string | null;
  /** For a log of accesses: its entries tell their call. */
  readonly tellsCalls?: boolean;
}

interface RepeatedFrame {
  readonly words: Uint32Array;
  /** The picture's texel before the frame was repeated; null if not requested or not readable. */
  readonly texel: TexelColor | null;
  readonly format: GPUTextureFormat | null;
  /** Whether the frame was repeated from the state before it; otherwise from the state after it. */
  readonly isRestored: boolean;
  /** Null if the program draws nothing. */
  readonly vertices: TracedVertices | null;
}

export interface FrameTracer {
  /**
   * Waits for the previous repeat. Leaves the resources as the frame left them. Fails with a
   * sentence if the device reports an error or is lost.
   */
  repeat(
    record: FrameRecord,
    version: TracedVersion,
    request: RepeatRequest,
  ): Promise<Result<RepeatedFrame>>;
  dispose: Dispose;
}

export function createFrameTracer(): FrameTracer {
  let bound: BoundTrace | null = null;
  const drop = () => {
    bound?.dispose();
    bound = null;
  };
  const repeatNow: FrameTracer['repeat'] = async (record, version, request) => {
    const copies = await record.copies;
    const refusal = catchRefusals(record.frame.device);
    let repeated: Promise<RepeatedFrame> | null = null;
    let thrown: string | null = null;
    try {
      if (!bound?.isFor(record, version, request.words)) {
        drop();
        bound = await bind(record, version, request.words);
      }
      await bound.vertices?.run(request.vertices ?? null);
      repeated = submit(record, bound, { ...request, copies });
      // Its rejection is reported below.
      repeated.catch(() => {});
    } catch (error) {
      thrown = messageOf(error);
    }
    const refused = await refusal();
    if (thrown !== null || refused || !repeated) {
      drop();
      return fail(explain(thrown, refused));
    }
    try {
      return ok(await repeated);
    } catch (error) {
      drop();
      return fail(`The trace could not be read back: ${messageOf(error)}`);
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    repeat(record, version, request) {
      // Devices reject commands that copy into a buffer that is still being read.
      const repeated = last.then(() => repeatNow(record, version, request));
      last = repeated.catch(() => {});
      return repeated;
    },
    dispose: drop,
  };
}

function explain(
  thrown: string | null,
  refused: { readonly kind: string; readonly message: string } | null,
): string {
  if (refused?.kind === 'lost')
    return 'The graphics device was lost during the trace. Run the shader again.';
  if (refused?.kind === 'out of memory') {
    return 'The device has no memory for the trace. Choose fewer records, or a lower resolution.';
  }
  return `The device refuses the instrumented shader: ${thrown ?? refused?.message ?? 'it gives no reason'}`;
}

interface BoundTrace {
  readonly descriptor: RunDescriptor;
  readonly beside: BesideRun;
  readonly trace: GPUBuffer;
  readonly vertices: TracedVertices | null;
  readonly readBack: ReadBack;
  isFor(record: FrameRecord, version: TracedVersion, words: number): boolean;
  dispose: Dispose;
}

async function bind(
  record: FrameRecord,
  version: TracedVersion,
  words: number,
): Promise<BoundTrace> {
  const { device, calls } = record.frame;
  const vertices = version.vertices && (await createTracedVertices(record.frame, version.vertices));
  const size = words * Uint32Array.BYTES_PER_ELEMENT;
  const trace = device.createBuffer({
    label: 'trace',
    size,
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  const readBack = createReadBack(device, 'trace', size);
  const destroy = () => {
    trace.destroy();
    readBack.dispose();
    vertices?.dispose();
  };
  try {
    const replaced = new Map<string, Resource>([
      ...(vertices?.replaced ?? []),
      [version.traceBuffer, { kind: 'buffer', buffer: trace }],
    ]);
    const beside = bindBesideRun(record.frame, version, replaced);
    return {
      descriptor: version.descriptor,
      beside,
      trace,
      vertices,
      readBack,
      isFor: (next, nextVersion, nextWords) =>
        next.frame.calls === calls && nextVersion === version && nextWords === words,
      dispose() {
        beside.dispose();
        destroy();
      },
    };
  } catch (thrown) {
    destroy();
    throw thrown;
  }
}

async function submit(
  record: FrameRecord,
  { beside, trace, vertices, readBack, descriptor }: BoundTrace,
  {
    header,
    texel,
    copies,
    tellsCalls,
  }: RepeatRequest & { readonly copies: readonly ResourceCopy[] | null },
): Promise<RepeatedFrame> {
  const { device, once, resources } = record.frame;
  beside.writeUniforms(record.frame.inputs);
  const encoder = device.createCommandEncoder({ label: 'trace a frame' });
  const texture = pictureOf(resources);
  const readTexel = texture && texel ? encodeTexel(device, encoder, texture, texel) : null;
  encodeRestore(encoder, record, copies ?? []);
  encoder.clearBuffer(trace);
  device.queue.submit([encoder.finish()]);
  device.queue.writeBuffer(trace, 0, header);
  const frame = device.createCommandEncoder({ label: 'the traced frame' });
  const told = tellsCalls ? createCallTeller(device, descriptor, trace) : null;
  for (let call = 0; told && call < beside.calls.length; call += 1) {
    told.encode(frame, call);
    encodeCalls(frame, beside.calls, once, call, call + 1);
  }
  if (!told) encodeCalls(frame, beside.calls, once, 0, beside.calls.length);
  frame.copyBufferToBuffer(trace, 0, readBack.buffer, 0, trace.size);
  device.queue.submit([frame.finish()]);
  told?.buffer.destroy();
  return {
    words: await readBack.read((bytes) => new Uint32Array(bytes).slice()),
    texel: (await readTexel?.()) ?? null,
    format: texture?.format ?? null,
    isRestored: copies !== null,
    vertices,
  };
}

/** Writes each call's number and group size into the trace buffer before the call. */
function createCallTeller(
  device: GPUDevice,
  { callCommands, shader }: RunDescriptor,
  trace: GPUBuffer,
) {
  const words = new Uint32Array(callCommands.length * CALL_WORDS);
  for (const [index, call] of callCommands.entries()) {
    words.set([index, ...groupSizeOf(call, shader)], index * CALL_WORDS);
  }
  const label = 'the numbers of calls';
  const buffer = device.createBuffer({
    ...{ label, size: words.byteLength },
    usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(buffer, 0, words);
  return {
    buffer,
    encode(encoder: GPUCommandEncoder, call: number) {
      const size = CALL_WORDS * 4;
      encoder.copyBufferToBuffer(buffer, call * size, trace, TRACE_LAYOUT.call * 4, size);
    },
  };
}

/** Its number, and the size of its thread groups along three axes. */
const CALL_WORDS = 4;

/** The size of a call's thread groups; fragments have none. */
export function groupSizeOf(
  call: CallCommand,
  { threadGroupSizes }: Pick<RunShader, 'threadGroupSizes'>,
): ThreadGroupSize {
  return ownValue(threadGroupSizes, call.entryPoint) ?? [1, 1, 1];
}

/** Resolves to the texel. Null if it is outside the picture or its format is unknown. */
function encodeTexel(
  device: GPUDevice,
  encoder: GPUCommandEncoder,
  texture: GPUTexture,
  [x, y]: readonly [number, number],
): (() => Promise<TexelColor>) | null {
  const format = texelFormat(texture.format);
  if (!format || x < 0 || y < 0 || x >= texture.width || y >= texture.height) return null;
  const readBack = createReadBack(device, 'texel', format.bytes);
  encoder.copyTextureToBuffer({ texture, origin: [x, y] }, readBack, [1, 1]);
  return async () => {
    try {
      return await readBack.read((bytes) => format.read(new DataView(bytes)));
    } finally {
      readBack.dispose();
    }
  };
}

/** A texel of the picture (RGBA), as a shader would load it. */
export type TexelColor = readonly [red: number, green: number, blue: number, alpha: number];

interface TexelFormat {
  readonly bytes: number;
  read(view: DataView): TexelColor;
}

/** Null for formats that shaders cannot store. */
export function texelFormat(name: GPUTextureFormat): TexelFormat | null {
  const format = storedFormat(name);
  if (!format) return null;
  return {
    bytes: format.bytes,
    read(view) {
      const [red = 0, green = 0, blue = 0, alpha = 1] = readTexel(format, view, 0);
      return [red, green, blue, alpha];
    },
  };
}

/** Whether the picture's texel equals a stored colour, within the precision of the format. */
export function agrees(stored: TexelColor, texel: TexelColor, name: GPUTextureFormat): boolean {
  const format = storedFormat(name);
  if (!format?.bits) return false;
  const { kind, bits } = format;
  const isNormalized = kind === 'unorm' || kind === 'snorm';
  return stored.slice(0, format.channels).every((value, channel) => {
    const expected = inRange(value, kind);
    const actual = texel[channel] ?? 0;
    return (
      Object.is(expected, actual) ||
      (Number.isNaN(expected) && (Number.isNaN(actual) || isNormalized)) ||
      Math.abs(expected - actual) <= tolerance(expected, kind, bits)
    );
  });
}

/** Normalised formats clamp. */
function inRange(value: number, kind: TexelKind): number {
  if (kind !== 'unorm' && kind !== 'snorm') return value;
  return Math.min(1, Math.max(kind === 'unorm' ? 0 : -1, value));
}

/** The largest difference from a stored value that rounding can cause. */
function tolerance(value: number, kind: TexelKind, bits: number): number {
  switch (kind) {
    case 'unorm':
      return 1.01 / (2 ** bits - 1);
    case 'snorm':
      return 1.01 / (2 ** (bits - 1) - 1);
    case 'float':
      return bits === 32 ? 0 : Math.abs(value) * 2 ** -10 + 2 ** -24;
    case 'uint':
    case 'sint':
      return 0;
    default:
      return assertNever(kind);
  }
}
