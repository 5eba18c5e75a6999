import { type Mesh, mergeMeshes, type Vector } from './mesh.ts';
import { type Curve, meshOf, rectangle, revolve } from './surfaces.ts';
import { teapot } from './teapot.ts';
import { combine, cross, subtract, vectorAt } from './vectors.ts';

/**
 * By name. Each mesh except `triangle` touches the unit sphere around the origin from inside, and
 * has the attributes `POSITION`, `NORMAL`, `TANGENT` and `TEXCOORD0`.
 */
export const BUILT_IN_MESHES = {
  cube: () => fitted(cube()),
  sphere: () => fitted(meshOf(revolve(SEMICIRCLE), 64, 32)),
  /** In the xz plane, facing +y. Its grid is fine enough to bend. */
  plane: () => fitted(meshOf(rectangle([0, 0, 0], [1, 0, 0], [0, 0, -1]), 64, 64)),
  torus: () => fitted(meshOf(revolve(RING), 64, 32)),
  teapot: () => fitted(teapot()),
  triangle: fullScreenTriangle,
} satisfies Readonly<Record<string, () => Mesh>>;

export type BuiltInMeshName = keyof typeof BUILT_IN_MESHES;

const SEMICIRCLE: Curve = (parameter) => {
  const angle = Math.PI * (parameter - 0.5);
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return { point: [cosine, sine], slope: [-sine, cosine] };
};

/** A circle that begins on the inside of the torus. */
const RING: Curve = (parameter) => {
  const [ring, tube] = [0.7, 0.3];
  const angle = 2 * Math.PI * (parameter - 0.5);
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return { point: [ring + tube * cosine, tube * sine], slope: [-sine, cosine] };
};

/** Each side shows the whole texture, upright on the four walls. */
function cube(): Mesh {
  const side = (normal: Vector, right: Vector) =>
    meshOf(rectangle(normal, right, cross(normal, right)), 1, 1);
  return mergeMeshes([
    side([1, 0, 0], [0, 0, -1]),
    side([-1, 0, 0], [0, 0, 1]),
    side([0, 1, 0], [1, 0, 0]),
    side([0, -1, 0], [1, 0, 0]),
    side([0, 0, 1], [1, 0, 0]),
    side([0, 0, -1], [-1, 0, 0]),
  ]);
}

/** Positions are in clip space. */
function fullScreenTriangle(): Mesh {
  return {
    vertexCount: 3,
    indices: Uint32Array.of(0, 1, 2),
    attributes: {
      POSITION: { components: 3, values: Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0) },
      TEXCOORD0: { components: 2, values: Float32Array.of(0, 0, 2, 0, 0, 2) },
    },
  };
}

/** Below 1 by more than the error of 32-bit floats, so that no vertex leaves the unit sphere. */
const RADIUS = 1 - 1e-7;

/** Moves the middle of the mesh's box to the origin, and scales the farthest vertex to `RADIUS`. */
function fitted(mesh: Mesh): Mesh {
  const { values } = mesh.attributes.POSITION;
  const points = Array.from({ length: mesh.vertexCount }, (_, index) =>
    vectorAt(values, index * 3),
  );
  const range = (component: 0 | 1 | 2) => {
    const all = points.map((point) => point[component]);
    return { least: Math.min(...all), most: Math.max(...all) };
  };
  const [x, y, z] = [range(0), range(1), range(2)];
  const low: Vector = [x.least, y.least, z.least];
  const middle = combine(low, 0.5, [x.most, y.most, z.most], 0.5);
  const moved = points.map((point) => subtract(point, middle));
  const farthest = Math.max(...moved.map((point) => Math.hypot(...point)));
  const fit = moved.flatMap((point) => point.map((value) => (value / farthest) * RADIUS));
  const POSITION = { components: 3, values: Float32Array.from(fit) } as const;
  return { ...mesh, attributes: { ...mesh.attributes, POSITION } };
}
