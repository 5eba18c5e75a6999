import {
  arrayAt,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  stringAt,
} from '#core/util/json.ts';
import { readParameter } from './reflection.ts';
import { typeNameOf } from './typeName.ts';

export interface EntryPointRow {
  readonly name: string;
  readonly stage: string;
  /** Null if the stage has no groups. */
  readonly groupSize: readonly number[] | null;
  /** The threads in a group; null if the stage has no groups. */
  readonly threads: number | null;
  /** Such as `uint3 id: SV_DISPATCHTHREADID`. */
  readonly inputs: readonly string[];
}

export function entryPointRows(reflection: JsonValue): EntryPointRow[] {
  const layout = isJsonObject(reflection) ? reflection : {};
  return objectsAt(layout, 'entryPoints').map((entryPoint) => {
    const sizes = arrayAt(entryPoint, 'threadGroupSize').map(Number);
    const hasGroups = sizes.length > 0;
    return {
      name: stringAt(entryPoint, 'name'),
      stage: stringAt(entryPoint, 'stage'),
      groupSize: hasGroups ? sizes : null,
      threads: hasGroups ? sizes.reduce((product, size) => product * size, 1) : null,
      inputs: objectsAt(entryPoint, 'parameters').flatMap((parameter) => inputsOf(parameter, '')),
    };
  });
}

/** The semantics of a parameter, or of its fields if it is a struct. */
function inputsOf(parameter: JsonObject, prefix: string): string[] {
  const name = prefix + stringAt(parameter, 'name');
  const semantic = stringAt(parameter, 'semanticName');
  const type = objectAt(parameter, 'type');
  if (semantic !== '') return [`${typeNameOf(readParameter(parameter).type)} ${name}: ${semantic}`];
  return objectsAt(type, 'fields').flatMap((field) => inputsOf(field, `${name}.`));
}
