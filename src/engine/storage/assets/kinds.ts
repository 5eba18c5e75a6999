import { ownValue } from '#core/util/ownValue.ts';
import { SVG_TYPE } from '#engine/gpu/resources/decodeImage.ts';

/** The types of data files. They determine how DATA reads the content. */
export const DATA_TYPES = {
  bytes: 'application/octet-stream',
  npy: 'application/x-npy',
  json: 'application/json',
} as const;

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: SVG_TYPE,
  bin: DATA_TYPES.bytes,
  npy: DATA_TYPES.npy,
  json: DATA_TYPES.json,
  obj: 'model/obj',
  glb: 'model/gltf-binary',
};

/** For file pickers. */
export const ASSET_EXTENSIONS = Object.keys(TYPES).map((extension) => `.${extension}`);

/** For error messages. */
export const ASSET_KINDS =
  'images as PNG, JPEG, WebP, AVIF or SVG, data as .bin, .npy or .json, and meshes as .obj or .glb';

/** The type of an image, data or mesh file by its name; null if it is none of them. */
export function assetTypeOf(name: string): string | null {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return ownValue(TYPES, extension) ?? null;
}

export function isImageType(type: string): boolean {
  return type.startsWith('image/');
}

export function isMeshType(type: string): boolean {
  return type.startsWith('model/');
}

export function attributeText({ path, type }: { readonly path: string; readonly type: string }) {
  const isRead = isImageType(type) ? 'URL' : 'DATA';
  return `[playground::${isMeshType(type) ? 'DRAW::MESH' : isRead}(${JSON.stringify(path)})]`;
}

/** Such as `PNG`. */
export function kindText(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toUpperCase();
}
