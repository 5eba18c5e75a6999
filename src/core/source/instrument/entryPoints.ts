import { withMembers } from '#core/source/declarations.ts';
import type { Token } from '#core/source/tokens.ts';
import { type Body, readParameters, type WrittenParameter } from './bodies.ts';
import { insert, type Writer } from './writer.ts';

/**
 * Reports which thread runs an entry point. Adds parameters for the thread id if the entry point
 * has none with three components.
 */
export function beginCall(w: Writer, body: Body, entryPoint: number): string {
  const ids = idsOf(w, body);
  const begin = (id: string) => `${w.prefix}begin(${entryPoint}, ${id}); `;
  const thread = ids.get('sv_dispatchthreadid');
  if (thread?.isWhole) return begin(thread.name);
  if (!thread) return begin(added(w, body, 'id', 'SV_DispatchThreadID'));
  // WGSL forbids a second parameter for the same id, so compute it from other ids.
  const named = (semantic: string) => {
    const found = ids.get(semantic.toLowerCase());
    return found?.isWhole ? found.name : added(w, body, semantic, semantic);
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

function added(
  w: Writer,
  { parameters: [start, end] }: Body,
  name: string,
  semantic: string,
): string {
  const parameter = `${w.prefix}${name}`;
  const written = `uint3 ${parameter} : ${semantic}`;
  insert(w, w.tokens[start - 1]?.to ?? 0, `${written}${start < end ? ', ' : ''}`);
  return parameter;
}

/** Always three numbers. */
function sizeOf(numthreads: string): string {
  const sizes = numthreads === '' ? [] : numthreads.split(',');
  return [sizes[0] ?? '1', sizes[1] ?? '1', sizes[2] ?? '1'].join(', ');
}

interface Id {
  /** Name of a parameter, or path to its field. */
  readonly name: string;
  /** Has x, y and z. */
  readonly isWhole: boolean;
}

/** The thread ids in an entry point's parameters, by semantic in lower case. */
function idsOf(w: Writer, body: Body): ReadonlyMap<string, Id> {
  const ids = new Map<string, Id>();
  for (const parameter of readParameters(w.tokens, body.parameters, body.isModern)) {
    const { name, type, semantic } = parameter;
    if (semantic !== '')
      ids.set(semantic.toLowerCase(), { name: name.text, isWhole: isWhole(type) });
    else {
      for (const field of fieldsOf(w, parameter)) {
        const path = `${name.text}.${field.name.text}`;
        ids.set(field.semantic.toLowerCase(), { name: path, isWhole: isWhole(field.type) });
      }
    }
  }
  return ids;
}

function isWhole(type: readonly Token[]): boolean {
  const words = type.map(({ text }) => text).join('');
  return /^(?:uint3|int3|vector<u?int,3>)$/.test(words) || /3>?$/.test(words);
}

/** Fields with semantics, if the parameter's type is a struct of the source. */
function fieldsOf(
  { tokens, declarations }: Writer,
  { type }: WrittenParameter,
): WrittenParameter[] {
  const name = type.at(-1)?.text;
  const struct = withMembers(declarations).find(
    (each) => each.kind === 'struct' && each.name === name,
  );
  const fields = (struct?.members ?? []).flatMap(({ kind, at, end }) =>
    kind === 'variable' ? readParameters(tokens, [at, end - 1], false) : [],
  );
  return fields.filter(({ semantic }) => semantic !== '');
}
