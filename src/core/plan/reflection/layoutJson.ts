import {
  isJsonObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  stringAt,
} from '#core/util/json.ts';
import { bytesOf, type Parameter, readParameter } from './reflection.ts';

const GROUPS: ReadonlySet<string> = new Set(['constantBuffer', 'textureBuffer', 'parameterBlock']);

/** Whether a type holds the parameters of a `ConstantBuffer`, a `cbuffer` and so on. */
export function isGroup(type: JsonObject): boolean {
  return GROUPS.has(stringAt(type, 'kind'));
}

/** Bytes of the plain data in a group; null if there is none, or the type is no group. */
export function sizeOfContent(type: JsonObject): number | null {
  const bytes = bindingsOf(objectAt(type, 'elementVarLayout')).find(isUniform);
  if (bytes) return numberAt(bytes, 'size');
  if (!isGroup(type)) return null;
  const element = objectAt(type, 'elementType');
  const end = endOfAll(objectsAt(element, 'fields').map(readParameter));
  return end === 0 ? null : end;
}

/** After the last byte of all fields. */
export function endOfAll(fields: readonly Parameter[]): number {
  return fields.reduce((end, field) => {
    const bytes = bytesOf(field);
    return bytes ? Math.max(end, bytes.offset + bytes.size) : end;
  }, 0);
}

/** Whether a parameter takes bytes of a buffer. */
export function hasBytes(parameter: JsonObject): boolean {
  return bindingsOf(parameter).some(isUniform);
}

export function isUniform(binding: JsonObject): boolean {
  return stringAt(binding, 'kind') === 'uniform' && numberAt(binding, 'size') > 0;
}

/** The JSON has one as `binding`, several as `bindings`. */
export function bindingsOf(parameter: JsonObject): readonly JsonObject[] {
  const { binding } = parameter;
  return isJsonObject(binding) ? [binding] : objectsAt(parameter, 'bindings');
}
