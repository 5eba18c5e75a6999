interface Content {
  /** Members of the JSON, which replace the written ones. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Each becomes buffer view, accessor type and count: `accessors[i]` is the i-th array. */
  readonly arrays: readonly (readonly [type: string, values: Values])[];
}

type Values = Float32Array | Uint32Array | Uint16Array | Uint8Array | Int8Array | Int16Array;

const COMPONENT_TYPES = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);

const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/** A GLB file. Integers of attributes are normalized, those of indices (SCALAR) are not. */
export function glbFile({ json, arrays }: Content): Uint8Array<ArrayBuffer> {
  let end = 0;
  const placed = arrays.map(([type, values]) => {
    const byteOffset = end;
    end += Math.ceil(values.byteLength / 4) * 4;
    return { type, values, byteOffset };
  });
  const binary = new Uint8Array(end);
  for (const { values, byteOffset } of placed) {
    binary.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), byteOffset);
  }
  const gltf = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: end }],
    bufferViews: placed.map(({ values, byteOffset }) => ({
      ...{ buffer: 0, byteOffset, byteLength: values.byteLength },
    })),
    accessors: placed.map(({ type, values }, bufferView) => ({
      ...{ bufferView, type, count: values.length / (COMPONENTS[type] ?? 1) },
      componentType: COMPONENT_TYPES.get(values.constructor),
      ...(type !== 'SCALAR' && !(values instanceof Float32Array) && { normalized: true }),
    })),
    ...json,
  };
  return glbContainer(JSON.stringify(gltf), binary);
}

export function glbContainer(json: string, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(json);
  const textLength = Math.ceil(text.length / 4) * 4;
  const file = new Uint8Array(12 + 8 + textLength + 8 + binary.length).fill(0x20);
  const view = new DataView(file.buffer);
  const header = [0x46546c67, 2, file.length, textLength, 0x4e4f534a];
  header.forEach((word, index) => {
    view.setUint32(index * 4, word, true);
  });
  file.set(text, 20);
  view.setUint32(20 + textLength, binary.length, true);
  view.setUint32(24 + textLength, 0x004e4942, true);
  file.set(binary, 28 + textLength);
  return file;
}
