import { INDICES, meshComponents, meshResource, meshSemantic } from '#core/plan/draw/meshParts.ts';
import type { DrawCommand, RunDescriptor } from '#core/plan/runDescriptor.ts';
import { VERTEX_GROUP } from '#core/source/instrument/entryPoints.ts';
import type { VertexKernel } from '#core/source/instrument/site.ts';
import { KERNEL_WORDS } from '#core/source/instrument/traceLayout.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { readBytes } from '#engine/gpu/readBack.ts';
import { createBuffer, type Resource } from '#engine/gpu/resources/resource.ts';

/** The kernels that run vertices, and the names of the buffers that they need. */
export interface VertexPlan {
  readonly kernels: readonly VertexKernel[];
  readonly inputs: string;
  /** The numbers of groups of each kernel. */
  readonly groups: string;
}

/** Bytes of a kernel's numbers of groups. */
export const GROUPS_BYTES = 12;

/** More corners stay as they are, because of the memory. */
const MOST_CORNERS = 2 ** 20;

/** What is bound to trace a frame that draws, beside the trace buffer. */
export interface TracedVertices {
  readonly replaced: ReadonlyMap<string, Resource>;
  /** Of these, what the kernels read. */
  readonly inputs: ReadonlyMap<string, Resource>;
  /** Chooses the vertices that the next frame runs: all, one of an entry point, or none. */
  run(which: 'all' | string | null): Promise<void>;
  /** The vertices of the primitive that begins with a draw's vertex, which a fragment tells. */
  primitive(draw: DrawCommand, vertex: number): readonly number[];
  dispose: Dispose;
}

interface Mesh {
  readonly indices: Uint32Array<ArrayBuffer>;
  /** Bits of the floats, by semantic. */
  readonly parts: ReadonlyMap<string, Uint32Array>;
  /** Whether each corner of each triangle is drawn as a vertex of its own, to know the triangle. */
  readonly isTakenApart: boolean;
}

export async function createTracedVertices(
  { device, descriptor, resources }: ObservedFrame,
  plan: VertexPlan,
): Promise<TracedVertices> {
  const draws = drawsOf(descriptor);
  const meshes = await readMeshes({ device, resources }, draws);
  const made: Resource[] = [];
  const create = (name: string, words: Uint32Array<ArrayBuffer>, usage = 0): Resource => {
    const resource = createBuffer(device, name, new Uint8Array(words.buffer), usage);
    made.push(resource);
    return resource;
  };
  const inputs = create(plan.inputs, kernelInputs(plan.kernels, draws, meshes));
  const noGroups = new Uint32Array(Math.max(plan.kernels.length, 1) * 3);
  const groups = create(plan.groups, noGroups);
  const read = new Map([
    [plan.inputs, inputs],
    [plan.groups, groups],
  ]);
  const replaced = new Map(read);
  for (const [name, { indices, parts, isTakenApart }] of meshes) {
    if (!isTakenApart) continue;
    const corners = indices.map((_, corner) => corner);
    replaced.set(meshResource(name, INDICES), create(name, corners, GPUBufferUsage.INDEX));
    for (const [semantic, part] of parts) {
      const apart = takenApart(part, indices, meshComponents(semantic));
      replaced.set(meshResource(name, semantic), create(name, apart, GPUBufferUsage.VERTEX));
    }
  }
  return {
    replaced,
    inputs: read,
    async run(which) {
      const counts = new Uint32Array(noGroups.length);
      for (const [index, { entryPoint }] of plan.kernels.entries()) {
        const draw = draws.find(({ vertex }) => vertex === entryPoint);
        if (!draw || (which !== 'all' && which !== entryPoint)) continue;
        if (which !== 'all') {
          counts.set([1, 1, 1], index * 3);
          continue;
        }
        const [vertices, instances] = await countsOf({ device, resources }, draw, meshes);
        write(inputs, index * KERNEL_WORDS, [vertices, instances]);
        counts.set(
          [Math.min(Math.ceil(vertices / VERTEX_GROUP), MOST_GROUPS), instances, 1],
          index * 3,
        );
      }
      write(groups, 0, counts);
    },
    primitive({ vertices, topology }, vertex) {
      const numbers = [vertex, vertex + 1, vertex + 2].slice(0, CORNERS[topology]);
      const mesh = vertices.kind === 'mesh' ? meshes.get(vertices.mesh) : undefined;
      if (!mesh) return numbers;
      const first = mesh.isTakenApart ? vertex : firstTriangle(mesh.indices, vertex);
      return [...mesh.indices.slice(first, first + 3)];
    },
    dispose() {
      for (const each of made) if (each.kind === 'buffer') each.buffer.destroy();
    },
  };

  function write(resource: Resource, word: number, values: ArrayLike<number>) {
    if (resource.kind !== 'buffer') return;
    device.queue.writeBuffer(resource.buffer, word * 4, Uint32Array.from(values));
  }
}

/** WebGPU's default limit along one axis. */
const MOST_GROUPS = 65_535;

const CORNERS: Readonly<Record<GPUPrimitiveTopology, number>> = {
  'point-list': 1,
  'line-list': 2,
  'line-strip': 2,
  'triangle-list': 3,
  'triangle-strip': 3,
};

function firstTriangle(indices: Uint32Array, vertex: number): number {
  for (let at = 0; at < indices.length; at += 3) if (indices[at] === vertex) return at;
  return 0;
}

export function drawsOf({ callCommands }: Pick<RunDescriptor, 'callCommands'>): DrawCommand[] {
  return callCommands.filter((call) => call.type === 'DRAW');
}

type FrameParts = Pick<ObservedFrame, 'device' | 'resources'>;

async function readMeshes(
  frame: FrameParts,
  draws: readonly DrawCommand[],
): Promise<ReadonlyMap<string, Mesh>> {
  const meshes = new Map<string, Mesh>();
  const drawn = draws.filter(({ vertices }) => vertices.kind === 'mesh');
  for (const { vertices } of drawn) {
    if (vertices.kind !== 'mesh' || meshes.has(vertices.mesh)) continue;
    const name = vertices.mesh;
    const sharing = drawn.filter((each) => 'mesh' in each.vertices && each.vertices.mesh === name);
    const indices = await readWords(frame, meshResource(name, INDICES));
    const semantics = new Set(sharing.flatMap(({ inputs }) => inputs.map((each) => each.semantic)));
    const parts = new Map<string, Uint32Array>();
    for (const semantic of semantics) {
      parts.set(semantic, await readWords(frame, meshResource(name, semantic)));
    }
    const readsNumber = sharing.some(({ code }) => code.vertex.includes('@builtin(vertex_index)'));
    const isTakenApart = !readsNumber && indices.length <= MOST_CORNERS;
    meshes.set(name, { indices, parts, isTakenApart });
  }
  return meshes;
}

async function readWords(
  { device, resources }: FrameParts,
  name: string,
): Promise<Uint32Array<ArrayBuffer>> {
  const resource = resources.get(name);
  if (resource?.kind !== 'buffer') return new Uint32Array();
  return new Uint32Array(await readBytes(device, resource.buffer));
}

function takenApart(
  part: Uint32Array,
  indices: Uint32Array,
  components: number,
): Uint32Array<ArrayBuffer> {
  const apart = new Uint32Array(indices.length * components);
  for (let corner = 0; corner < indices.length; corner += 1) {
    const from = (indices[corner] ?? 0) * components;
    for (let at = 0; at < components; at += 1) {
      apart[corner * components + at] = part[from + at] ?? 0;
    }
  }
  return apart;
}

/** What the kernels read: for each where its inputs begin, then the floats. */
function kernelInputs(
  kernels: readonly VertexKernel[],
  draws: readonly DrawCommand[],
  meshes: ReadonlyMap<string, Mesh>,
): Uint32Array<ArrayBuffer> {
  const head = new Uint32Array(kernels.length * KERNEL_WORDS);
  const floats: Uint32Array[] = [];
  let end = head.length;
  for (const [index, { entryPoint, inputs }] of kernels.entries()) {
    const vertices = draws.find(({ vertex }) => vertex === entryPoint)?.vertices;
    const mesh = vertices?.kind === 'mesh' ? meshes.get(vertices.mesh) : undefined;
    for (const [slot, asked] of inputs.entries()) {
      const semantic = meshSemantic(asked);
      const part = mesh?.parts.get(semantic);
      if (!part) continue;
      head.set([end, meshComponents(semantic)], index * KERNEL_WORDS + 2 + slot * 2);
      floats.push(part);
      end += part.length;
    }
  }
  const words = new Uint32Array(Math.max(end, 4));
  words.set(head);
  let at = head.length;
  for (const part of floats) {
    words.set(part, at);
    at += part.length;
  }
  return words;
}

/** The numbers of vertices and instances of a draw. */
async function countsOf(
  { device, resources }: FrameParts,
  { vertices, instanceCount, indirect }: DrawCommand,
  meshes: ReadonlyMap<string, Mesh>,
): Promise<readonly [vertices: number, instances: number]> {
  const buffer = indirect && resources.get(indirect.bufferName);
  const told =
    buffer?.kind === 'buffer' && indirect
      ? new Uint32Array(
          await readBytes(device, buffer.buffer, indirect.offset, indirect.offset + 8),
        )
      : [];
  const instances = Math.min(told[1] ?? instanceCount, MOST_GROUPS);
  if (vertices.kind === 'count') return [told[0] ?? vertices.count, instances];
  const indices = meshes.get(vertices.mesh)?.indices ?? new Uint32Array();
  return [indices.reduce((most, index) => Math.max(most, index + 1), 0), instances];
}
