/** The part of a mesh with three vertex numbers for each triangle. */
export const INDICES = 'indices';

/** The name of the resource that holds a part of a mesh, such as `cube.NORMAL`. */
export function meshResource(mesh: string, part: string): string {
  return `${mesh}.${part}`;
}

/** Maps the semantics that shaders use to those that meshes have. */
export function meshSemantic(semantic: string): string {
  if (semantic === 'UV') return 'TEXCOORD0';
  return /^(?:TEXCOORD|COLOR)$/.test(semantic) ? `${semantic}0` : semantic;
}

/** The 32-bit floats of a mesh for each vertex. */
export function meshComponents(semantic: string): 2 | 3 | 4 {
  if (semantic.startsWith('TEXCOORD')) return 2;
  return semantic === 'TANGENT' || semantic.startsWith('COLOR') ? 4 : 3;
}
