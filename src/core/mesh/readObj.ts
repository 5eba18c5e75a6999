import { countText } from '#core/util/countText.ts';
import type { Sliced } from '#core/util/slices.ts';
import { quoted } from '#core/util/text.ts';
import { checkMeshSize, type Mesh, type MeshAttribute, type Refuse } from './mesh.ts';
import { normalizeAll } from './vectors.ts';

/** Statements per slice of work. */
const SLICE = 2000;

/**
 * Reads a Wavefront OBJ file: `v` (with optional colours), `vt`, `vn` and `f`. Ignores all other
 * keywords. Splits polygons into fans. The mesh has the attributes that every corner has.
 */
export function* readObj(bytes: Uint8Array, refuse: Refuse): Sliced<Mesh> {
  const lists = createLists(refuse);
  const faces = createFaces(lists, refuse);
  let count = 0;
  for (const { words, line } of statementsOf(new TextDecoder().decode(bytes))) {
    const [keyword = '', ...values] = words;
    if (keyword === 'f') faces.add(values, line);
    else lists.add(keyword, values, line);
    count += 1;
    if (count % SLICE === 0) yield;
  }
  return faces.mesh();
}

interface Statement {
  readonly words: readonly string[];
  /** Of its first line, from 1. */
  readonly line: number;
}

/** A statement ends with its line, unless that ends in a backslash. */
function* statementsOf(text: string): Generator<Statement> {
  let begun = '';
  let first = 1;
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const own = text.slice(start, end).replace(/#.*/, '').trim();
    start = end + 1;
    line += 1;
    const isContinued = own.endsWith('\\') && start < text.length;
    begun += isContinued ? `${own.slice(0, -1)} ` : own;
    if (isContinued) continue;
    if (begun !== '') yield { words: begun.split(/\s+/), line: first };
    begun = '';
    first = line + 1;
  }
}

type Lists = ReturnType<typeof createLists>;

/** The vectors that the file has listed so far, one after the other. */
function createLists(refuse: Refuse) {
  const positions: number[] = [];
  const colors: number[] = [];
  const uvs: number[] = [];
  const normals: number[] = [];

  function addTo(list: number[], words: readonly string[], count: number, line: number): void {
    if (words.length < count) refuse(`line ${line} has fewer than ${countText(count, 'number')}`);
    for (const word of words.slice(0, count)) {
      const value = Number(word);
      if (!Number.isFinite(Math.fround(value))) {
        refuse(`line ${line} has ${quoted(word)} where a finite number should be`);
      }
      list.push(value);
    }
  }

  function add(keyword: string, words: readonly string[], line: number): void {
    if (keyword === 'v') {
      addTo(positions, words, 3, line);
      if (words.length >= 6) addTo(colors, [...words.slice(3, 6), '1'], 4, line);
    }
    if (keyword === 'vt') addTo(uvs, words.length === 1 ? [...words, '0'] : words, 2, line);
    if (keyword === 'vn') addTo(normals, words, 3, line);
  }

  return { positions, colors, uvs, normals, add };
}

/** A vertex of the mesh, as indices into the lists; -1 for none. */
interface Corner {
  readonly position: number;
  readonly uv: number;
  readonly normal: number;
}

function createFaces(lists: Lists, refuse: Refuse) {
  const corners: Corner[] = [];
  /** Index in `corners`, by the indices of its parts. */
  const known = new Map<string, number>();
  const indices: number[] = [];

  /** From 0. The file counts from 1, or from -1 backwards. */
  function listIndex(word: string, name: string, count: number, line: number): number {
    const number = /^[+-]?\d+$/.test(word) ? Number(word) : 0;
    if (number === 0) refuse(`line ${line} has ${quoted(word)} where an index should be`);
    const index = number < 0 ? count + number : number - 1;
    if (index >= 0 && index < count) return index;
    return refuse(`line ${line} refers to ${name} ${number}, but only ${count} precede it`);
  }

  function cornerIndex(word: string, line: number): number {
    const [position = '', uv = '', normal = ''] = word.split('/');
    const corner: Corner = {
      position: listIndex(position, 'position', lists.positions.length / 3, line),
      uv: uv === '' ? -1 : listIndex(uv, 'texture coordinate', lists.uvs.length / 2, line),
      normal: normal === '' ? -1 : listIndex(normal, 'normal', lists.normals.length / 3, line),
    };
    const key = `${corner.position}/${corner.uv}/${corner.normal}`;
    const index = known.get(key) ?? corners.push(corner) - 1;
    known.set(key, index);
    return index;
  }

  function add(words: readonly string[], line: number): void {
    if (words.length < 3) refuse(`line ${line} has a face with fewer than 3 corners`);
    const [first = 0, ...others] = words.map((word) => cornerIndex(word, line));
    checkMeshSize(corners.length, indices.length / 3 + others.length - 1, refuse);
    others.slice(1).forEach((corner, at) => {
      indices.push(first, others[at] ?? 0, corner);
    });
  }

  function mesh(): Mesh {
    if (indices.length === 0) refuse('it has no faces');
    const { positions, colors, uvs, normals } = lists;
    const hasAll = (part: keyof Corner) => corners.every((corner) => corner[part] >= 0);
    const hasColors = colors.length / 4 === positions.length / 3;
    const NORMAL = hasAll('normal') && gather(normals, 3, corners, 'normal');
    const TEXCOORD0 = hasAll('uv') && gather(uvs, 2, corners, 'uv');
    if (NORMAL) normalizeAll(NORMAL.values);
    return {
      vertexCount: corners.length,
      indices: Uint32Array.from(indices),
      attributes: {
        POSITION: gather(positions, 3, corners, 'position'),
        ...(NORMAL && { NORMAL }),
        ...(TEXCOORD0 && { TEXCOORD0 }),
        ...(hasColors && { COLOR0: gather(colors, 4, corners, 'position') }),
      },
    };
  }

  return { add, mesh };
}

/** The listed vectors to which the corners refer. */
function gather(
  list: readonly number[],
  components: MeshAttribute['components'],
  corners: readonly Corner[],
  part: keyof Corner,
): MeshAttribute {
  const values = new Float32Array(corners.length * components);
  corners.forEach((corner, at) => {
    const start = corner[part] * components;
    for (let component = 0; component < components; component += 1) {
      values[at * components + component] = list[start + component] ?? 0;
    }
  });
  return { components, values };
}
