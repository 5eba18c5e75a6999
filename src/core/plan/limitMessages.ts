/** Messages about resources over a limit, for use before creation or once the size is known. */

export function bufferTooLarge(name: string, bytes: number, limit: number): string {
  return `Failed to create buffer ${name}: it has ${bytes} bytes, the device takes ${limit}.`;
}

/** @param size in texels: width, height, and depth of a 3D texture */
export function textureTooLarge(name: string, size: readonly number[], limit: number): string {
  return `Failed to create texture ${name}: ${size.join(' × ')} is over the device's limit of ${limit} on a side.`;
}

export function tooManyLayers(name: string, layers: number, limit: number): string {
  return `Failed to create texture ${name}: ${layers} layers are over the device's limit of ${limit}.`;
}
