/** A storage texture format, the value that a shader stores, and the resulting bytes of a texel. */
export interface StorageFormatCase {
  /** As in Slang's `[format("…")]`. */
  readonly format: string;
  readonly texel: string;
  readonly stores: string;
  readonly bytes: readonly number[];
}

const stored = (
  format: string,
  texel: string,
  values: string,
  bytes: ArrayBufferView,
): StorageFormatCase => ({
  format,
  texel,
  stores: `${texel}(${values})`,
  bytes: [...new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
});

const COLOR = '0.2, 0.4, 0.6, 1.0';

/** Every storable WGSL format, with bytes that follow the WebGPU specification. */
export const STORAGE_FORMAT_CASES: readonly StorageFormatCase[] = [
  stored('rgba8', 'float4', COLOR, new Uint8Array([51, 102, 153, 255])),
  stored('bgra8', 'float4', COLOR, new Uint8Array([153, 102, 51, 255])),
  stored(
    'rgba8_snorm',
    'float4',
    '1.0, -1.0, 0.0, 64.0 / 127.0',
    new Int8Array([127, -127, 0, 64]),
  ),
  stored('rgba8ui', 'uint4', '1, 2, 254, 255', new Uint8Array([1, 2, 254, 255])),
  stored('rgba8i', 'int4', '-1, -128, 5, 127', new Int8Array([-1, -128, 5, 127])),
  stored('rgba16ui', 'uint4', '1, 256, 65535, 7', new Uint16Array([1, 256, 65535, 7])),
  stored('rgba16i', 'int4', '-1, -32768, 32767, 3', new Int16Array([-1, -32768, 32767, 3])),
  stored(
    'rgba16f',
    'float4',
    '1.0, -2.0, 0.5, 65504.0',
    new Uint16Array([0x3c00, 0xc000, 0x3800, 0x7bff]),
  ),
  stored('r32ui', 'uint', '3735928559u', new Uint32Array([0xdeadbeef])),
  stored('r32i', 'int', '-2', new Int32Array([-2])),
  stored('r32f', 'float', '1.5', new Float32Array([1.5])),
  stored('rg32ui', 'uint2', '1, 4294967295u', new Uint32Array([1, 0xffffffff])),
  stored('rg32i', 'int2', '-1, 70000', new Int32Array([-1, 70000])),
  stored('rg32f', 'float2', '-0.25, 1024.0', new Float32Array([-0.25, 1024])),
  stored('rgba32ui', 'uint4', '1, 2, 3, 4000000000u', new Uint32Array([1, 2, 3, 4e9])),
  stored('rgba32i', 'int4', '-1, -2, -3, 4', new Int32Array([-1, -2, -3, 4])),
  stored('rgba32f', 'float4', '0.5, -0.5, 3.0, 1.0', new Float32Array([0.5, -0.5, 3, 1])),
];
