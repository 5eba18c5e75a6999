/** A frame requested by the address, to be drawn exactly: `#frame=8&size=640x360`. */
export interface WantedFrame {
  readonly frame: number;
  /** In pixels; defaults to the window's size. */
  readonly size?: { readonly width: number; readonly height: number };
}

const WHOLE = /^\d{1,6}$/;
const SIZE = /^(\d{1,5})x(\d{1,5})$/;

/** Null if the address requests no frame that can be drawn. */
export function wantedFrame(hash: string): WantedFrame | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const frame = parameters.get('frame') ?? '';
  if (!WHOLE.test(frame)) return null;
  const [, width, height] = SIZE.exec(parameters.get('size') ?? '') ?? [];
  const sized = width && height && { size: { width: Number(width), height: Number(height) } };
  return { frame: Number(frame), ...(sized || {}) };
}
