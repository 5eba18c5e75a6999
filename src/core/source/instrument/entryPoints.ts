import { ORIGIN } from '#core/plan/draw/stageIo.ts';
import { withMembers } from '#core/source/declarations.ts';
import type { Token } from '#core/source/tokens.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { type Body, readParameters, type WrittenParameter } from './bodies.ts';
import type { VertexKernel } from './site.ts';
import { endBefore, fromOf, insert, type Writer, wrapsValues } from './writer.ts';

export type Stage = 'compute' | 'fragment' | 'vertex';

const STAGES: Readonly<Record<string, Stage>> = {
  '"compute"': 'compute',
  '"fragment"': 'fragment',
  '"pixel"': 'fragment',
  '"vertex"': 'vertex',
};

/** The stage of an entry point; null for other functions and for stages that WebGPU lacks. */
export function stageOf({ attributes }: Body): Stage | null {
  if (attributes.has('numthreads')) return 'compute';
  return ownValue(STAGES, attributes.get('shader') ?? '') ?? null;
}

/** Tells which thread runs an entry point. */
export function beginCall(w: Writer, body: Body, entryPoint: number, stage: Stage): string {
  switch (stage) {
    case 'compute':
      return beginKernel(w, body, entryPoint);
    case 'fragment':
      return beginFragment(w, body, entryPoint);
    case 'vertex':
      // Its kernel has told it.
      return '';
  }
}

/** Adds parameters for the thread id if the entry point has none with three components. */
function beginKernel(w: Writer, body: Body, entryPoint: number): string {
  const ids = idsOf(w, body);
  const begin = (id: string) => `${w.prefix}begin(${entryPoint}, ${id}); `;
  const thread = ids.get('sv_dispatchthreadid');
  if (thread?.isWhole) return begin(thread.name);
  if (!thread) return begin(addedId(w, body, 'id', 'SV_DispatchThreadID'));
  // WGSL forbids a second parameter for the same id, so compute it from other ids.
  const named = (semantic: string) => {
    const found = ids.get(semantic.toLowerCase());
    return found?.isWhole ? found.name : addedId(w, body, semantic, semantic);
  };
  const hasOthers = ['sv_groupid', 'sv_groupthreadid'].every(
    (id) => ids.get(id)?.isWhole !== false,
  );
  if (!hasOthers) return begin(thread.name);
  const size = sizeOf(body.attributes.get('numthreads') ?? '');
  return begin(
    `uint3(${named('SV_GroupID')}) * uint3(${size}) + uint3(${named('SV_GroupThreadID')})`,
  );
}

function addedId(w: Writer, body: Body, name: string, semantic: string): string {
  addParameters(w, body, [{ name, type: 'uint3', semantic }]);
  return `${w.prefix}${name}`;
}

/** What a fragment tells, with the parameters that its entry point may have for it. */
const FRAGMENT_INPUTS = [
  { name: 'position', type: 'float4', semantic: 'SV_Position' },
  { name: 'coverage', type: 'uint', semantic: 'SV_Coverage' },
  { name: 'origin', type: 'nointerpolation uint3', semantic: ORIGIN },
];

function beginFragment(w: Writer, body: Body, entryPoint: number): string {
  const ids = idsOf(w, body);
  const missing = FRAGMENT_INPUTS.filter(({ semantic }) => !ids.has(semantic.toLowerCase()));
  addParameters(w, body, missing);
  const values = FRAGMENT_INPUTS.map(
    ({ name, semantic }) => ids.get(semantic.toLowerCase())?.name ?? `${w.prefix}${name}`,
  );
  return `${w.prefix}beginFragment(${entryPoint}, ${values.join(', ')}); `;
}

interface AddedParameter {
  /** Without the prefix. */
  readonly name: string;
  readonly type: string;
  readonly semantic: string;
}

function addParameters(
  w: Writer,
  { parameters: [start, end] }: Body,
  added: readonly AddedParameter[],
): void {
  const written = added.map(
    ({ name, type, semantic }) => `${type} ${w.prefix}${name} : ${semantic}`,
  );
  const isLast = start === end;
  insert(w, w.tokens[start - 1]?.to ?? 0, `${written.join(', ')}${isLast ? '' : ', '}`);
}

/** Always three numbers. */
function sizeOf(numthreads: string): string {
  const sizes = numthreads === '' ? [] : numthreads.split(',');
  return [sizes[0] ?? '1', sizes[1] ?? '1', sizes[2] ?? '1'].join(', ');
}

/** Where values of vertices come from that no mesh feeds. */
const NUMBERS: Readonly<Record<string, string>> = {
  SV_VERTEXID: 'thread.x',
  SV_INSTANCEID: 'thread.y',
};

const NOT_SEARCHED = 'Vertex entry points store no colours.';
const UNIFORM = 'Vertex entry points with uniform parameters are not recorded.';

/**
 * Makes a vertex entry point a function that a kernel calls, because no vertex stage can record.
 * Returns why it cannot be one as a sentence.
 *
 * @param entryPoint its index
 * @param index of the kernel
 */
export function vertexKernel(
  w: Writer,
  body: Body,
  entryPoint: number,
  index: number,
): VertexKernel | string {
  if (!wrapsValues(w.kind)) return NOT_SEARCHED;
  if (w.refused.vertices !== null) return w.refused.vertices;
  if (w.tokens.slice(...body.parameters).some(({ text }) => text === 'uniform')) return UNIFORM;
  dropStage(w, body);
  const inputs: string[] = [];
  const lines: string[] = [];
  const parameters = readParameters(w.tokens, body.parameters, body.isModern);
  for (const [at, parameter] of parameters.entries()) {
    const local = `${w.prefix}parameter${at}`;
    lines.push(`${parameter.written} ${local};`);
    for (const { path, type, semantic } of valuesIn(w, parameter, local)) {
      const number = ownValue(NUMBERS, semantic);
      const isMesh = number === undefined && !semantic.startsWith('SV_');
      const slot = isMesh ? inputs.push(semantic) - 1 : 0;
      const read = isMesh ? `${w.prefix}input(${index}, ${slot})${swizzle(type)}` : number;
      const value = read?.replace('thread', `${w.prefix}thread`);
      if (value !== undefined) lines.push(`${path} = (${type})(${value});`);
    }
  }
  const kernel = `${w.prefix}${body.name}`;
  const passed = parameters.map((_, at) => `${w.prefix}parameter${at}`).join(', ');
  const text = [
    `[shader("compute")] [numthreads(${VERTEX_GROUP}, 1, 1)] [playground::CALL(1, 1, 1)]`,
    `void ${kernel}(uint3 ${w.prefix}id : SV_DispatchThreadID) {`,
    `if (!${w.prefix}beginVertex(${entryPoint}, ${index}, ${w.prefix}id)) return;`,
    ...lines,
    `${body.name}(${passed}); }`,
  ].join(' ');
  return { entryPoint: body.name, name: kernel, inputs, text };
}

/** Threads in a group of a kernel that runs vertices. */
export const VERTEX_GROUP = 64;

/** Comments out `shader("vertex")`: the compiler hangs if one entry point calls another. */
function dropStage(w: Writer, { nameAt }: Body): void {
  for (let at = nameAt; at > 0 && !/^[;{}]$/.test(w.tokens[at]?.text ?? ''); at -= 1) {
    if (w.tokens[at]?.text !== 'shader' || w.tokens[at + 1]?.text !== '(') continue;
    insert(w, fromOf(w, at), 'noinline/*');
    insert(w, endBefore(w, at + 4), '*/');
    return;
  }
}

/** Takes as many components from four as the type has. */
function swizzle(type: string): string {
  const count = /^(?:vector<\w+,)?[a-z]*(\d)>?$/.exec(type.replaceAll(' ', ''))?.[1] ?? '1';
  return `.${'xyzw'.slice(0, Number(count))}`;
}

interface InputValue {
  readonly path: string;
  readonly type: string;
  /** In capitals; the name of a value without a semantic. */
  readonly semantic: string;
  readonly tokens: readonly Token[];
}

/** The values in a parameter, structs of the source taken apart. */
function valuesIn(w: Writer, parameter: WrittenParameter, path: string): InputValue[] {
  const { name, type, written, semantic } = parameter;
  const fields = fieldsOf(w, parameter);
  if (fields.length > 0) {
    return fields.flatMap((field) => valuesIn(w, field, `${path}.${field.name.text}`));
  }
  const asked = (semantic || name.text).toUpperCase();
  return [{ path, type: written, semantic: asked, tokens: type }];
}

interface Id {
  /** Name of a parameter, or path to its field. */
  readonly name: string;
  /** Has x, y and z. */
  readonly isWhole: boolean;
}

/** The values in an entry point's parameters, by semantic in lower case. */
function idsOf(w: Writer, body: Body): ReadonlyMap<string, Id> {
  const parameters = readParameters(w.tokens, body.parameters, body.isModern);
  const values = parameters.flatMap((parameter) => valuesIn(w, parameter, parameter.name.text));
  return new Map(
    values.map(({ path, semantic, tokens }) => [
      semantic.toLowerCase(),
      { name: path, isWhole: isWhole(tokens) },
    ]),
  );
}

function isWhole(type: readonly Token[]): boolean {
  const words = type.map(({ text }) => text).join('');
  return /^(?:uint3|int3|vector<u?int,3>)$/.test(words) || /3>?$/.test(words);
}

/** The fields of a parameter whose type is a struct of the source. */
function fieldsOf(w: Writer, { type }: WrittenParameter): WrittenParameter[] {
  return fieldsIn(w, type.at(-1)?.text ?? '');
}

function fieldsIn({ tokens, declarations }: Writer, struct: string): WrittenParameter[] {
  const found = withMembers(declarations).find(
    (each) => each.kind === 'struct' && each.name === struct,
  );
  return (found?.members ?? []).flatMap(({ kind, at, end }) =>
    kind === 'variable' ? readParameters(tokens, [at, end - 1], false) : [],
  );
}

/** The field of a struct that goes to the first target; undefined if it has none. */
export function colorField(w: Writer, struct: string): string | undefined {
  return fieldsIn(w, struct).find(({ semantic }) => /^SV_Target0?$/i.test(semantic))?.name.text;
}
