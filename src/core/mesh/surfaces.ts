import type { Mesh, Vector } from './mesh.ts';
import { combine, cross, normalized, subtract } from './vectors.ts';

/** Derivatives are along the parameter. */
interface CurvePoint {
  readonly point: readonly [number, number];
  readonly slope: readonly [number, number];
}

/** A smooth curve in a plane, for parameters from 0 to 1. */
export type Curve = (parameter: number) => CurvePoint;

interface SurfacePoint {
  readonly position: Vector;
  /** Unit vector, outward. */
  readonly normal: Vector;
  /** Unit vector, in the direction of increasing u. */
  readonly tangent: Vector;
}

/** A surface over u and v from 0 to 1. Seen from outside, v is a left turn from u. */
export type Surface = (u: number, v: number) => SurfacePoint;

/** A grid of columns × rows quads. Leaves out the triangles that a pole makes empty. */
export function meshOf(surface: Surface, columns: number, rows: number): Mesh {
  const points: { readonly uv: readonly [number, number]; readonly at: SurfacePoint }[] = [];
  const indices: number[] = [];
  const add = (...corners: readonly [number, number, number]) => {
    const [a, b, c] = corners.map((corner) => points[corner]?.at.position);
    if (a && b && c && !meet(a, b) && !meet(b, c) && !meet(c, a)) indices.push(...corners);
  };
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const [u, v] = [column / columns, row / rows];
      const corner = points.push({ uv: [u, v], at: surface(u, v) }) - 1;
      if (row === 0 || column === 0) continue;
      const below = corner - columns - 1;
      add(below - 1, below, corner);
      add(below - 1, corner, corner - 1);
    }
  }
  return {
    vertexCount: points.length,
    indices: Uint32Array.from(indices),
    attributes: {
      POSITION: { components: 3, values: flat(points.map(({ at }) => at.position)) },
      NORMAL: { components: 3, values: flat(points.map(({ at }) => at.normal)) },
      TANGENT: { components: 4, values: flat(points.map(({ at }) => [...at.tangent, 1])) },
      TEXCOORD0: { components: 2, values: flat(points.map(({ uv }) => uv)) },
    },
  };
}

function meet(a: Vector, b: Vector): boolean {
  return Math.hypot(...subtract(a, b)) < 1e-9;
}

function flat(vectors: readonly (readonly number[])[]): Float32Array<ArrayBuffer> {
  // Turns -0 into 0.
  return Float32Array.from(vectors.flat(), (value) => value + 0);
}

/** A rectangle around `center`; `right` and `up` are half its sides, at a right angle. */
export function rectangle(center: Vector, right: Vector, up: Vector): Surface {
  const normal = unit(cross(right, up));
  const tangent = unit(right);
  return (u, v) => ({
    position: combine(center, 1, combine(right, 2 * u - 1, up, 2 * v - 1), 1),
    normal,
    tangent,
  });
}

/**
 * Turns a profile of (radius, height) around the y axis: v runs along the profile, upwards where it
 * is outermost, and u around the axis, with its seam at -z.
 */
export function revolve(profile: Curve): Surface {
  return (u, v) => {
    const { point, slope } = profile(v);
    const [radius, height] = point;
    const [outward, upward] = slope;
    const angle = 2 * Math.PI * (u - 0.5);
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    return {
      position: [radius * sine, height, radius * cosine],
      normal: unit([upward * sine, -outward, upward * cosine]),
      tangent: [cosine, 0, -sine],
    };
  };
}

/**
 * A tube along a path in the xy plane. The profile gives the path's parameter and the radius there;
 * it may turn back, for a lip. Along z, the radius is multiplied by `width`.
 */
export function sweep(path: Curve, profile: Curve, width: number): Surface {
  const place = (u: number, v: number): Vector => {
    const [along, radius] = profile(v).point;
    const { point, slope } = path(along);
    const speed = Math.hypot(...slope);
    const angle = 2 * Math.PI * u;
    const aside = (radius * Math.cos(angle)) / speed;
    return [
      point[0] - slope[1] * aside,
      point[1] + slope[0] * aside,
      radius * width * Math.sin(angle),
    ];
  };
  return (u, v) => {
    const alongU = subtract(place(u + STEP, v), place(u - STEP, v));
    const alongV = subtract(place(u, v + STEP), place(u, v - STEP));
    const normal = unit(cross(alongU, alongV));
    return { position: place(u, v), normal, tangent: unit(alongU) };
  };
}

/** Of central differences: their error is near its square. */
const STEP = 1e-5;

/** A uniform cubic B-spline that begins and ends at the outermost of its control points. */
export function spline(points: readonly (readonly [number, number])[]): Curve {
  const spans = points.length - 1;
  const component = (index: 0 | 1) => {
    const values = points.map((point) => point[index]);
    const [first = 0, second = 0] = values;
    const [last = 0, beforeLast = 0] = values.toReversed();
    return [2 * first - second, ...values, 2 * last - beforeLast];
  };
  const [first, second] = [component(0), component(1)];
  return (parameter) => {
    const span = Math.min(Math.max(Math.floor(parameter * spans), 0), spans - 1);
    const at = parameter * spans - span;
    const [x, y] = [first, second].map((values) => spanAt(values.slice(span, span + 4), at));
    return {
      point: [x?.value ?? 0, y?.value ?? 0],
      slope: [(x?.slope ?? 0) * spans, (y?.slope ?? 0) * spans],
    };
  };
}

function spanAt([a = 0, b = 0, c = 0, d = 0]: readonly number[], t: number) {
  const s = 1 - t;
  return {
    value:
      (a * s ** 3 + b * (3 * t ** 3 - 6 * t ** 2 + 4) + c * (3 * s ** 3 - 6 * s ** 2 + 4)) / 6 +
      (d * t ** 3) / 6,
    slope: (-a * s ** 2 + b * (3 * t ** 2 - 4 * t) - c * (3 * s ** 2 - 4 * s) + d * t ** 2) / 2,
  };
}

function unit(vector: Vector): Vector {
  return normalized(vector) ?? [0, 1, 0];
}
