const MAX_BYTE = 255;
const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

export type Color = readonly [red: number, green: number, blue: number];

/**
 * A colour with components from 0 to 1 as `#rrggbb`. The components are sRGB values already, so no
 * transfer curve applies.
 */
export function toHex(color: Color): string {
  const bytes = color.map((part) => Math.round(Math.min(1, Math.max(0, part)) * MAX_BYTE));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Parses `#rrggbb`; null for anything else. */
export function fromHex(hex: string): Color | null {
  const match = HEX.exec(hex);
  if (!match) return null;
  const part = (index: number) => Number.parseInt(match[index] ?? '', 16) / MAX_BYTE;
  return [part(1), part(2), part(3)];
}
