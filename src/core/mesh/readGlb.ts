import { tried } from '#core/util/errors.ts';
import {
  arrayAt,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
} from '#core/util/json.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { Sliced } from '#core/util/slices.ts';
import { quoted } from '#core/util/text.ts';
import { type Affine, compose, IDENTITY, moveMesh, placement } from './affine.ts';
import { createAccessors, itemAt, type VectorType, wholeNumberAt } from './gltfAccessors.ts';
import { checkMeshSize, type Mesh, type MeshAttribute, mergeMeshes, type Refuse } from './mesh.ts';
import { vectorAt } from './vectors.ts';

/**
 * Reads a binary glTF 2.0 file: all triangles of its default scene, each where its node places it.
 * Materials, skins and animations are ignored. The mesh has the attributes that every part has.
 *
 * @see https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
 */
export function* readGlb(bytes: Uint8Array, refuse: Refuse): Sliced<Mesh> {
  const { gltf, binary } = openGlb(bytes, refuse);
  checkExtensions(gltf, refuse);
  const readPrimitive = createPrimitiveReader(gltf, binary, refuse);
  const parts: Mesh[] = [];
  for (const { mesh, affine } of placedMeshes(gltf, refuse)) {
    for (const primitive of objectsAt(mesh, 'primitives')) {
      const part = readPrimitive(primitive);
      if (part) parts.push(moveMesh(part, affine));
      yield;
    }
  }
  const mesh = mergeMeshes(parts);
  if (mesh.indices.length === 0) refuse('it has no triangles');
  if (!mesh.attributes.POSITION.values.every(Number.isFinite)) {
    refuse('a node moves its vertices too far for 32-bit numbers');
  }
  return mesh;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

function openGlb(bytes: Uint8Array, refuse: Refuse) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) {
    refuse('it does not begin like a GLB file');
  }
  const version = view.getUint32(4, true);
  if (version !== 2) refuse(`its format has version ${version}, and only version 2 is supported`);
  const length = view.getUint32(8, true);
  if (length > bytes.length) {
    refuse(`it is cut off: ${length} bytes should be there, but only ${bytes.length} are`);
  }
  const chunks = chunksOf(view, length, refuse);
  const text = chunks.get(JSON_CHUNK) ?? refuse('it has no JSON');
  const parsed = tried(() => JSON.parse(new TextDecoder().decode(text)) as JsonValue);
  const gltf =
    parsed.ok && isJsonObject(parsed.value) ? parsed.value : refuse('its JSON is damaged');
  return { gltf, binary: chunks.get(BINARY_CHUNK) ?? new DataView(new ArrayBuffer(0)) };
}

/** The first chunk of each type. */
function chunksOf(view: DataView, length: number, refuse: Refuse): ReadonlyMap<number, DataView> {
  const chunks = new Map<number, DataView>();
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= length; ) {
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (start + size > length) refuse(`the chunk at byte ${at} extends past the end of the file`);
    if (!chunks.has(type))
      chunks.set(type, new DataView(view.buffer, view.byteOffset + start, size));
    at = start + size;
  }
  return chunks;
}

/** The extensions that change no geometry, and the one that only allows smaller numbers. */
const HARMLESS = /^(?:(?:KHR|EXT)_(?:materials|texture|lights)_\w+|KHR_mesh_quantization)$/;

function checkExtensions(gltf: JsonObject, refuse: Refuse): void {
  for (const name of arrayAt(gltf, 'extensionsRequired')) {
    if (typeof name === 'string' && HARMLESS.test(name)) continue;
    refuse(`it requires the extension ${quoted(String(name))}; export it without that`);
  }
}

interface PlacedMesh {
  readonly mesh: JsonObject;
  readonly affine: Affine;
}

/** The meshes of the default scene; without scenes, those of all nodes. */
function placedMeshes(gltf: JsonObject, refuse: Refuse): PlacedMesh[] {
  const placed: PlacedMesh[] = [];
  const visited = new Set<JsonValue>();
  const open = rootsOf(gltf, refuse).map((index) => ({ index, parent: IDENTITY }));
  for (const { index, parent } of open) {
    const node = itemAt(gltf, 'nodes', index, refuse);
    if (visited.has(index)) refuse(`nodes[${String(index)}] has more than one parent`);
    visited.add(index);
    const affine = compose(parent, transformOf(node, refuse));
    const mesh = node['mesh'];
    if (mesh !== undefined) placed.push({ mesh: itemAt(gltf, 'meshes', mesh, refuse), affine });
    for (const child of arrayAt(node, 'children')) open.push({ index: child, parent: affine });
  }
  return placed;
}

function rootsOf(gltf: JsonObject, refuse: Refuse): readonly JsonValue[] {
  if (arrayAt(gltf, 'scenes').length > 0) {
    const scene = wholeNumberAt(gltf, 'scene', 0, refuse);
    return arrayAt(itemAt(gltf, 'scenes', scene, refuse), 'nodes');
  }
  const children = new Set(objectsAt(gltf, 'nodes').flatMap((node) => arrayAt(node, 'children')));
  return [...arrayAt(gltf, 'nodes').keys()].filter((index) => !children.has(index));
}

function transformOf(node: JsonObject, refuse: Refuse): Affine {
  const numbers = (key: string, absent: readonly number[]): readonly number[] => {
    const value = ownValue(node, key) ?? absent;
    const isList = Array.isArray(value) && value.length === absent.length;
    if (isList && value.every((each) => typeof each === 'number')) return value as number[];
    return refuse(`a node has a ${key} that is not ${absent.length} numbers`);
  };
  if (Object.hasOwn(node, 'matrix')) {
    const columns = numbers('matrix', Array<number>(16).fill(0));
    const column = (index: number) => vectorAt(columns, index * 4);
    return [column(0), column(1), column(2), column(3)];
  }
  const [x = 0, y = 0, z = 0, w = 1] = numbers('rotation', [0, 0, 0, 1]);
  const scale = vectorAt(numbers('scale', [1, 1, 1]), 0);
  return placement(scale, [x, y, z, w], vectorAt(numbers('translation', [0, 0, 0]), 0));
}

/** Our semantics, glTF's names for them, and the types that they may have. */
const ATTRIBUTES: readonly {
  readonly semantic: string;
  readonly name: string;
  readonly types: readonly VectorType[];
}[] = [
  { semantic: 'NORMAL', name: 'NORMAL', types: ['VEC3'] },
  { semantic: 'TANGENT', name: 'TANGENT', types: ['VEC4'] },
  { semantic: 'TEXCOORD0', name: 'TEXCOORD_0', types: ['VEC2'] },
  { semantic: 'COLOR0', name: 'COLOR_0', types: ['VEC3', 'VEC4'] },
];

/** The modes of primitives with triangles. The others have points or lines. */
const MODES = { triangles: 4, strip: 5, fan: 6 } as const;

/** The reader returns null for a primitive without triangles or positions. */
function createPrimitiveReader(gltf: JsonObject, binary: DataView, refuse: Refuse) {
  const accessors = createAccessors(gltf, binary, refuse);
  let vertices = 0;
  let triangles = 0;

  function readAttribute(
    { semantic, name, types }: (typeof ATTRIBUTES)[number],
    source: JsonObject,
    vertexCount: number,
  ) {
    const index = ownValue(source, name);
    if (index === undefined) return [];
    const { components, values } = accessors.floats(index, types);
    if (values.length !== vertexCount * components) {
      refuse(`a primitive has more or fewer values of ${name} than positions`);
    }
    return [[semantic, inOurTerms(semantic, { components, values })] as const];
  }

  return (primitive: JsonObject): Mesh | null => {
    const mode = wholeNumberAt(primitive, 'mode', MODES.triangles, refuse);
    const source = objectAt(primitive, 'attributes');
    const position = source['POSITION'];
    if (position === undefined || !Object.values<number>(MODES).includes(mode)) return null;
    const vertexCount = accessors.count(position);
    const listed = primitive['indices'];
    const corners = listed === undefined ? vertexCount : accessors.count(listed);
    vertices += vertexCount;
    triangles += mode === MODES.triangles ? corners / 3 : corners;
    checkMeshSize(vertices, triangles, refuse);
    if (mode === MODES.triangles && corners % 3 !== 0) refuse('a primitive ends within a triangle');
    const order =
      listed === undefined
        ? Uint32Array.from({ length: vertexCount }, (_, index) => index)
        : accessors.indices(listed, vertexCount - 1);
    const others = ATTRIBUTES.flatMap((each) => readAttribute(each, source, vertexCount));
    return {
      vertexCount,
      indices: mode === MODES.triangles ? order : trianglesOf(order, mode === MODES.fan),
      attributes: { ...Object.fromEntries(others), POSITION: accessors.floats(position, ['VEC3']) },
    };
  };
}

/** Turns texture coordinates v up, and gives colours without alpha an alpha of 1. */
function inOurTerms(semantic: string, { components, values }: MeshAttribute): MeshAttribute {
  if (semantic === 'TEXCOORD0') {
    return { components, values: values.map((value, at) => (at % 2 === 1 ? 1 - value : value)) };
  }
  if (semantic !== 'COLOR0' || components === 4) return { components, values };
  const colors = new Float32Array((values.length / 3) * 4).fill(1);
  for (let at = 0; at < values.length; at += 3) {
    colors.set(vectorAt(values, at), (at / 3) * 4);
  }
  return { components: 4, values: colors };
}

/** The triangles of a strip or fan, without those that use a vertex twice. */
function trianglesOf(order: Uint32Array, isFan: boolean): Uint32Array<ArrayBuffer> {
  const indices: number[] = [];
  for (let at = 2; at < order.length; at += 1) {
    const first = isFan ? 0 : at - 2;
    const corners = [order[first] ?? 0, order[at - 1] ?? 0, order[at] ?? 0];
    // In a strip, every other triangle is listed clockwise.
    if (!isFan && at % 2 === 1) corners.reverse();
    if (new Set(corners).size === 3) indices.push(...corners);
  }
  return Uint32Array.from(indices);
}
