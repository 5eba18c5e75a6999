import {
  arrayAt,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  stringAt,
} from '#shared/json.ts';
import type { ThreadGroupSize } from './compileResult.ts';

/** A compiled program's layout, read from the JSON that the Slang compiler reflects. */
export interface ProgramReflection {
  readonly parameters: readonly Parameter[];
  readonly entryPoints: readonly EntryPointReflection[];
}

export interface Parameter {
  readonly name: string;
  readonly type: ReflectedType;
  readonly binding: Binding;
  /** The name given with `[format("…")]`, such as `rgba8`. */
  readonly format?: string;
  readonly attributes: readonly Attribute[];
}

export interface EntryPointReflection {
  readonly name: string;
  /** `vertex`, `fragment`, `compute` and so on. */
  readonly stage: string;
  readonly threadGroupSize: ThreadGroupSize;
  readonly attributes: readonly Attribute[];
}

/** A user-defined attribute, such as `playground_SLIDER` with its arguments. */
export interface Attribute {
  readonly name: string;
  readonly arguments: readonly (number | string)[];
}

export type Binding =
  /** Bytes in a uniform block. */
  | { readonly kind: 'uniform'; readonly offset: number; readonly size: number }
  /** A slot of bind group `space`. */
  | { readonly kind: 'descriptorTableSlot'; readonly index: number; readonly space: number }
  /** Anything else, by the compiler's name for it; `none` if there is no binding. */
  | { readonly kind: 'other'; readonly name: string };

export type ResourceAccess = 'read' | 'write' | 'readWrite' | 'other';

export interface ScalarType {
  readonly kind: 'scalar';
  /** `float32`, `int8`, `uint64`, `bool` and so on. */
  readonly scalarType: string;
}

export interface StructType {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: readonly Parameter[];
}

export interface ResourceType {
  readonly kind: 'resource';
  /** `structuredBuffer`, `byteAddressBuffer`, `texture1D`, `texture2D`, `textureCube` and so on. */
  readonly baseShape: string;
  readonly array: boolean;
  readonly multisample: boolean;
  readonly access: ResourceAccess;
  readonly resultType: ReflectedType;
}

export type ReflectedType =
  | ScalarType
  | { readonly kind: 'vector'; readonly elementCount: number; readonly elementType: ReflectedType }
  | {
      readonly kind: 'matrix';
      readonly rowCount: number;
      readonly columnCount: number;
      readonly elementType: ReflectedType;
    }
  | { readonly kind: 'array'; readonly elementCount: number; readonly elementType: ReflectedType }
  | StructType
  | ResourceType
  | { readonly kind: 'samplerState' }
  | { readonly kind: 'constantBuffer'; readonly elementType: ReflectedType }
  | { readonly kind: 'parameterBlock'; readonly elementType: ReflectedType }
  /** A kind that the playground gives no meaning; `name` is the compiler's word for it. */
  | { readonly kind: 'unknown'; readonly name: string };

/** Reads the compiler's layout. What is missing or of an unknown kind is kept as such. */
export function readReflection(json: JsonValue): ProgramReflection {
  const layout = isJsonObject(json) ? json : {};
  return {
    parameters: objectsAt(layout, 'parameters').map(readParameter),
    entryPoints: objectsAt(layout, 'entryPoints').map((entryPoint) => ({
      name: stringAt(entryPoint, 'name'),
      stage: stringAt(entryPoint, 'stage'),
      threadGroupSize: readThreadGroupSize(arrayAt(entryPoint, 'threadGroupSize')),
      attributes: readAttributes(entryPoint),
    })),
  };
}

function readThreadGroupSize(size: readonly JsonValue[]): ThreadGroupSize {
  const extent = (index: number) => Number(size[index] ?? 1);
  return [extent(0), extent(1), extent(2)];
}

function readAttributes(owner: JsonObject): Attribute[] {
  return objectsAt(owner, 'userAttribs').map((attribute) => ({
    name: stringAt(attribute, 'name'),
    arguments: arrayAt(attribute, 'arguments').filter(
      (argument) => typeof argument === 'number' || typeof argument === 'string',
    ),
  }));
}

function readParameter(parameter: JsonObject): Parameter {
  const format = stringAt(parameter, 'format');
  return {
    name: stringAt(parameter, 'name'),
    type: readType(objectAt(parameter, 'type')),
    binding: readBinding(parameter),
    ...(format === '' ? {} : { format }),
    attributes: readAttributes(parameter),
  };
}

function readBinding(parameter: JsonObject): Binding {
  const binding = isJsonObject(parameter['binding'])
    ? parameter['binding']
    : (objectsAt(parameter, 'bindings')[0] ?? {});
  const kind = stringAt(binding, 'kind');
  switch (kind) {
    case 'uniform':
      return { kind, offset: numberAt(binding, 'offset'), size: numberAt(binding, 'size') };
    case 'descriptorTableSlot':
      return { kind, index: numberAt(binding, 'index'), space: numberAt(binding, 'space') };
    default:
      return { kind: 'other', name: kind || 'none' };
  }
}

function readType(type: JsonObject): ReflectedType {
  const kind = stringAt(type, 'kind');
  const elementType = () => readType(objectAt(type, 'elementType'));
  switch (kind) {
    case 'scalar':
      return { kind, scalarType: stringAt(type, 'scalarType') };
    case 'vector':
    case 'array':
      return { kind, elementCount: numberAt(type, 'elementCount'), elementType: elementType() };
    case 'matrix':
      return {
        kind,
        rowCount: numberAt(type, 'rowCount'),
        columnCount: numberAt(type, 'columnCount'),
        elementType: elementType(),
      };
    case 'struct':
      return {
        kind,
        name: stringAt(type, 'name'),
        fields: objectsAt(type, 'fields').map(readParameter),
      };
    case 'resource':
      return readResource(type);
    case 'samplerState':
      return { kind };
    case 'constantBuffer':
    case 'parameterBlock':
      return { kind, elementType: elementType() };
    default:
      return { kind: 'unknown', name: kind || 'none' };
  }
}

function readResource(type: JsonObject): ResourceType {
  return {
    kind: 'resource',
    baseShape: stringAt(type, 'baseShape'),
    array: type['array'] === true,
    multisample: type['multisample'] === true,
    access: readAccess(stringAt(type, 'access')),
    resultType: readType(objectAt(type, 'resultType')),
  };
}

function readAccess(access: string): ResourceAccess {
  switch (access) {
    case '':
    case 'read':
      return 'read';
    case 'write':
    case 'readWrite':
      return access;
    default:
      return 'other';
  }
}
