/** What a frame reads. */
export interface FrameInputs {
  /** Counts from 0. Calls of the first frame only run in frame 0. */
  readonly frame: number;
  /** Seconds. */
  readonly time: number;
  /** The position in pixels, and that of the last press, negative while no button is held. */
  readonly mouse: readonly [x: number, y: number, pressedX: number, pressedY: number];
  /** The held keys, by the names that the program uses. */
  readonly keys: ReadonlySet<string>;
}

/** A program on a device. */
export interface Program {
  /** Sets a slider or a colour from the next frame on. Throws if there is no such uniform. */
  setUniform(name: string, value: number | readonly [number, number, number]): void;
  /** Makes the textures of the picture's size anew, with the old content where they overlap. In pixels. */
  resize(width: number, height: number): void;
  /** Writes the uniforms, and encodes the dispatches of one frame. Submit it before you encode another. */
  encode(encoder: GPUCommandEncoder, inputs: FrameInputs): void;
  /** Encodes and submits one frame. */
  frame(inputs: FrameInputs): void;
  /** The picture, which the next frame draws over; null if the program draws none. */
  picture(): GPUTexture | null;
  /** What the last submitted frame has printed; empty if nothing was. */
  printed(): Promise<string>;
  readonly buffers: Readonly<Record<string, GPUBuffer>>;
  textures(): Readonly<Record<string, GPUTexture>>;
  destroy(): void;
}
