const MAX_BYTE = 255;
const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

export type Color = readonly [red: number, green: number, blue: number];

/**
 * A colour of 0 … 1 as `#rrggbb`: the shader's numbers are the page's sRGB bytes, without a curve
 * between them.
 */
export function toHex(color: Color): string {
  const bytes = color.map((part) => Math.round(Math.min(1, Math.max(0, part)) * MAX_BYTE));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** From `#rrggbb`; null if it is anything else. */
export function fromHex(hex: string): Color | null {
  const match = HEX.exec(hex);
  if (!match) return null;
  const part = (index: number) => Number.parseInt(match[index] ?? '', 16) / MAX_BYTE;
  return [part(1), part(2), part(3)];
}
