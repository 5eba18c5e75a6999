type Quad = readonly number[];

/** A vertex in clip space, y up, with the values that are blended across its triangle. */
export interface ReferenceVertex {
  readonly position: Quad;
  readonly values: readonly number[];
}

export interface ReferenceFragment {
  /** The pixel, counted from the bottom left. */
  readonly x: number;
  readonly y: number;
  /** From 0 to 1. */
  readonly depth: number;
  /** 1 / w, as in `SV_Position.w`. */
  readonly inverse: number;
  readonly isFront: boolean;
  readonly instance: number;
  /** With perspective. */
  readonly values: readonly number[];
  /** Without perspective. */
  readonly linear: readonly number[];
  /** Of the triangle's first vertex. */
  readonly flat: readonly number[];
}

interface Shaded {
  readonly color: Quad;
  readonly depth?: number;
}

export interface ReferenceDraw {
  /** Three for each triangle. */
  readonly vertices: readonly ReferenceVertex[];
  /** The instance of each triangle. */
  readonly instanceOf?: (triangle: number) => number;
  /** Null discards the fragment. */
  readonly shade: (fragment: ReferenceFragment) => Shaded | null;
  readonly passes?: (depth: number, before: number) => boolean;
  readonly blend?: (color: Quad, before: Quad) => Quad;
  readonly keeps?: (isFront: boolean) => boolean;
}

/** How far rounding may move a corner, in pixels: software renderers snap to sixteenths. */
const SNAP = 1 / 10;

/** WebGPU's places of four samples in a pixel, and that of one. */
const SAMPLES: Readonly<Record<1 | 4, readonly (readonly [number, number])[]>> = {
  1: [[0.5, 0.5]],
  4: [
    [0.375, 0.125],
    [0.875, 0.375],
    [0.125, 0.625],
    [0.625, 0.875],
  ],
};

export interface ReferencePicture {
  /** Red, green, blue and alpha from 0 to 1. */
  at(x: number, y: number): Quad;
  /** Whether an edge passes so close to a sample that rounding decides. */
  isUncertain(x: number, y: number): boolean;
}

interface ReferenceOptions {
  readonly clear?: Quad;
  readonly samples?: 1 | 4;
  readonly farthest?: number;
}

/** Draws triangles slowly, sample by sample, as WebGPU's specification says. */
export function drawReference(
  { width, height }: { readonly width: number; readonly height: number },
  draws: readonly ReferenceDraw[],
  { clear = [0, 0, 0, 1], samples = 1, farthest = 1 }: ReferenceOptions = {},
): ReferencePicture {
  const places = SAMPLES[samples];
  const count = width * height * places.length;
  const colors: Quad[] = Array.from({ length: count }, () => clear);
  const depths: number[] = Array.from({ length: count }, () => farthest);
  const uncertain = new Set<number>();
  for (const draw of draws) {
    for (let at = 0; at + 2 < draw.vertices.length; at += 3) {
      const instance = draw.instanceOf?.(at / 3) ?? 0;
      const triangle = setUp(draw.vertices.slice(at, at + 3), width, height);
      if (!triangle || draw.keeps?.(triangle.isFront) === false) continue;
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          let shaded: Shaded | null | undefined;
          for (const [index, [dx, dy]] of places.entries()) {
            const [weights, distance] = triangle.weightsAt(x + dx, y + dy);
            if (Math.abs(distance) < SNAP) uncertain.add(y * width + x);
            if (distance < 0) continue;
            const place = (y * width + x) * places.length + index;
            const depth = triangle.depthAt(weights);
            shaded ??= draw.shade(triangle.fragmentAt(x, y, instance));
            if (!shaded) continue;
            const written = shaded.depth ?? depth;
            if (draw.passes && !draw.passes(written, depths[place] ?? 1)) continue;
            if (draw.passes) depths[place] = written;
            const before = colors[place] ?? clear;
            colors[place] = (draw.blend?.(shaded.color, before) ?? shaded.color).map((channel) =>
              Math.min(1, Math.max(0, channel)),
            );
          }
        }
      }
    }
  }
  return {
    at(x, y) {
      const first = (y * width + x) * places.length;
      return [0, 1, 2, 3].map(
        (channel) =>
          colors
            .slice(first, first + places.length)
            .reduce((sum, color) => sum + (color[channel] ?? 0), 0) / places.length,
      );
    },
    isUncertain: (x, y) => uncertain.has(y * width + x),
  };
}

/** A vertex on the screen, in pixels. */
interface Corner {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** 1 / w. */
  readonly inverse: number;
  readonly values: readonly number[];
}

function setUp(vertices: readonly ReferenceVertex[], width: number, height: number) {
  const corners = vertices.map(
    ({ position: [x = 0, y = 0, z = 0, w = 1], values }): Corner => ({
      x: ((x / w + 1) * width) / 2,
      y: ((y / w + 1) * height) / 2,
      z: z / w,
      inverse: 1 / w,
      values,
    }),
  );
  const [a, b, c] = corners;
  if (!a || !b || !c) return null;
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (area === 0) return null;
  const edge = (p: Corner, q: Corner, x: number, y: number) =>
    ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) / area;
  const lengths = [
    Math.hypot(c.x - b.x, c.y - b.y),
    Math.hypot(a.x - c.x, a.y - c.y),
    Math.hypot(b.x - a.x, b.y - a.y),
  ];
  /** The weights of the corners, and the distance to the nearest edge: negative outside. */
  const weightsAt = (x: number, y: number): readonly [readonly number[], number] => {
    const weights = [edge(b, c, x, y), edge(c, a, x, y), edge(a, b, x, y)];
    const distances = weights.map(
      (weight, index) => (weight * Math.abs(area)) / (lengths[index] ?? 1),
    );
    return [weights, Math.min(...distances)];
  };
  const blended = (weights: readonly number[], read: (corner: Corner) => number) =>
    corners.reduce((sum, corner, index) => sum + (weights[index] ?? 0) * read(corner), 0);
  return {
    isFront: area > 0,
    weightsAt,
    depthAt: (weights: readonly number[]) => blended(weights, ({ z }) => z),
    fragmentAt(x: number, y: number, instance: number): ReferenceFragment {
      const [weights] = weightsAt(x + 0.5, y + 0.5);
      const inverse = blended(weights, (corner) => corner.inverse);
      return {
        ...{ x, y, instance, isFront: area > 0, inverse },
        depth: blended(weights, ({ z }) => z),
        values: a.values.map(
          (_, index) =>
            blended(weights, (corner) => (corner.values[index] ?? 0) * corner.inverse) / inverse,
        ),
        linear: a.values.map((_, index) => blended(weights, (corner) => corner.values[index] ?? 0)),
        flat: a.values,
      };
    },
  };
}
