export interface FrameInputs {
  /** Counts from 0. First-frame-only calls run in frame 0. */
  readonly frame: number;
  /** In seconds. */
  readonly time: number;
  /** In pixels: the position, then that of the last press, negative while no button is held. */
  readonly mouse: readonly [x: number, y: number, pressedX: number, pressedY: number];
  /** The held keys, by the names that the program uses. */
  readonly keys: ReadonlySet<string>;
}

export interface Program {
  /**
   * Sets a slider, a colour or the camera (`camera target`, `camera orbit`) from the next frame on.
   * Throws if there is no such uniform.
   */
  setUniform(name: string, value: number | readonly [number, number, number]): void;
  /** Recreates the picture-sized textures, and keeps the overlapping content. In pixels. */
  resize(width: number, height: number): void;
  /**
   * Writes the uniforms and encodes the dispatches and draws of one frame. Submit it before you
   * encode another.
   */
  encode(encoder: GPUCommandEncoder, inputs: FrameInputs): void;
  frame(inputs: FrameInputs): void;
  /** The picture, which the next frame overwrites; null if the program draws none. */
  picture(): GPUTexture | null;
  /** The text printed by the last submitted frame; empty if none. */
  printed(): Promise<string>;
  readonly buffers: Readonly<Record<string, GPUBuffer>>;
  textures(): Readonly<Record<string, GPUTexture>>;
  destroy(): void;
}
