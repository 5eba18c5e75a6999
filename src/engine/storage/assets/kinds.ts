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
};

/** For file pickers. */
export const ASSET_EXTENSIONS = Object.keys(TYPES).map((extension) => `.${extension}`);

/** For error messages. */
export const ASSET_KINDS =
  'images as PNG, JPEG, WebP, AVIF or SVG, and data as .bin, .npy or .json';

/** The type of an image or data file by its name; null if it is neither. */
export function assetTypeOf(name: string): string | null {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return ownValue(TYPES, extension) ?? null;
}

export function isImageType(type: string): boolean {
  return type.startsWith('image/');
}

export function attributeText({ path, type }: { readonly path: string; readonly type: string }) {
  return `[playground::${isImageType(type) ? 'URL' : 'DATA'}(${JSON.stringify(path)})]`;
}

/** Such as `PNG`. */
export function kindText(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toUpperCase();
}
