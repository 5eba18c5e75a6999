import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '#core/util/json.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { brief } from '#core/util/text.ts';
import type { MeshAttribute, Refuse } from './mesh.ts';

interface ComponentType {
  readonly bytes: 1 | 2 | 4;
  /** The value that stands for 1 in normalized numbers. */
  readonly one: number;
  read(view: DataView, offset: number): number;
}

/** By glTF's `componentType`. */
const COMPONENT_TYPES = new Map<number, ComponentType>([
  [5120, { bytes: 1, one: 0x7f, read: (view, offset) => view.getInt8(offset) }],
  [5121, { bytes: 1, one: 0xff, read: (view, offset) => view.getUint8(offset) }],
  [5122, { bytes: 2, one: 0x7fff, read: (view, offset) => view.getInt16(offset, true) }],
  [5123, { bytes: 2, one: 0xffff, read: (view, offset) => view.getUint16(offset, true) }],
  [5125, { bytes: 4, one: 0xffff_ffff, read: (view, offset) => view.getUint32(offset, true) }],
  [5126, { bytes: 4, one: 1, read: (view, offset) => view.getFloat32(offset, true) }],
]);

const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 } as const;

type AccessorType = keyof typeof COMPONENTS;

export type VectorType = Exclude<AccessorType, 'SCALAR'>;

/** The item to which an index of the file refers. */
export function itemAt(
  gltf: JsonObject,
  list: string,
  index: JsonValue | undefined,
  refuse: Refuse,
): JsonObject {
  const item = typeof index === 'number' ? arrayAt(gltf, list)[index] : undefined;
  return isJsonObject(item) ? item : refuse(`it lacks ${list}[${shown(index)}]`);
}

/** A member that has to be a whole number, not negative. */
export function wholeNumberAt(
  object: JsonObject,
  key: string,
  absent: number | undefined,
  refuse: Refuse,
): number {
  const value = ownValue(object, key) ?? absent;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  return refuse(`it has ${shown(value)} where ${key} should be a whole number`);
}

function shown(value: JsonValue | undefined): string {
  return brief(JSON.stringify(value) ?? 'nothing', 40);
}

/**
 * Reads arrays of numbers from the binary chunk of a GLB file.
 *
 * @see https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html#accessors
 */
export function createAccessors(gltf: JsonObject, binary: DataView, refuse: Refuse) {
  const natural = (object: JsonObject, key: string, absent?: number) =>
    wholeNumberAt(object, key, absent, refuse);

  /** The part of the binary chunk that a buffer view covers. */
  function bytesOf(index: JsonValue | undefined): { readonly view: DataView; stride: number } {
    const bufferView = itemAt(gltf, 'bufferViews', index, refuse);
    const number = natural(bufferView, 'buffer');
    const buffer = itemAt(gltf, 'buffers', number, refuse);
    if (number !== 0 || Object.hasOwn(buffer, 'uri')) {
      refuse(`buffers[${number}] is not in its binary chunk; export it with everything embedded`);
    }
    const offset = natural(bufferView, 'byteOffset', 0);
    const length = natural(bufferView, 'byteLength');
    if (offset + length > binary.byteLength) {
      refuse(`bufferViews[${shown(index)}] extends past the end of the binary chunk`);
    }
    const view = new DataView(binary.buffer, binary.byteOffset + offset, length);
    return { view, stride: natural(bufferView, 'byteStride', 0) };
  }

  function open<Type extends AccessorType>(index: JsonValue, allowed: readonly Type[]) {
    const name = `accessors[${shown(index)}]`;
    const accessor = itemAt(gltf, 'accessors', index, refuse);
    const type = allowed.find((each) => each === accessor['type']);
    const component = COMPONENT_TYPES.get(natural(accessor, 'componentType'));
    if (!type || !component) {
      return refuse(`${name} has a type that does not suit its purpose`);
    }
    if (Object.hasOwn(accessor, 'sparse')) refuse(`${name} is sparse, which is not supported`);
    const { view, stride: given } = bytesOf(accessor['bufferView']);
    const components = COMPONENTS[type];
    const stride = given || component.bytes * components;
    const start = natural(accessor, 'byteOffset', 0);
    const count = natural(accessor, 'count');
    if (stride < component.bytes * components) refuse(`${name} has elements that overlap`);
    if (start + (count - 1) * stride + component.bytes * components > view.byteLength) {
      refuse(`${name} extends past the end of its buffer view`);
    }
    const isNormalized = accessor['normalized'] === true;
    return { name, component, components, count, view, start, stride, isNormalized };
  }

  function read(accessor: ReturnType<typeof open>, into: Float32Array | Uint32Array): void {
    const { component, components, count, view, start, stride, isNormalized } = accessor;
    for (let element = 0; element < count; element += 1) {
      for (let at = 0; at < components; at += 1) {
        const value = component.read(view, start + element * stride + at * component.bytes);
        const scaled = isNormalized ? Math.max(value / component.one, -1) : value;
        into[element * components + at] = scaled;
      }
    }
  }

  return {
    count(index: JsonValue): number {
      return natural(itemAt(gltf, 'accessors', index, refuse), 'count');
    },
    /** Normalized integers become numbers from -1 to 1. */
    floats(index: JsonValue, allowed: readonly VectorType[]): MeshAttribute {
      const accessor = open(index, allowed);
      const values = new Float32Array(accessor.count * accessor.components);
      read(accessor, values);
      if (!values.every(Number.isFinite)) {
        refuse(`${accessor.name} has a number that is not finite`);
      }
      return { components: accessor.components, values };
    },
    /** @param most the largest index allowed */
    indices(index: JsonValue, most: number): Uint32Array<ArrayBuffer> {
      const accessor = open(index, ['SCALAR']);
      const values = new Uint32Array(accessor.count);
      read(accessor, values);
      if (values.some((value) => value > most)) {
        refuse(`${accessor.name} refers to a vertex that does not exist`);
      }
      return values;
    },
  };
}
