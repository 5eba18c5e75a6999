import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import {
  arrayAt,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  stringAt,
} from '#core/util/json.ts';

/** A compiled program's layout, from the Slang compiler's reflection JSON. */
export interface ProgramReflection {
  readonly parameters: readonly Parameter[];
  readonly entryPoints: readonly EntryPointReflection[];
}

export interface Parameter {
  readonly name: string;
  readonly type: ReflectedType;
  /** Its places. A struct of numbers and resources has several; a type parameter, none. */
  readonly bindings: readonly Binding[];
  /**
   * The name in `[format("…")]`, such as `rgba8`. The compiler also adds one to textures of
   * integers and halves.
   */
  readonly format?: string;
  readonly attributes: readonly Attribute[];
}

/** A parameter's bytes in its buffer; undefined if it is not plain data. */
export function bytesOf({ bindings }: Pick<Parameter, 'bindings'>) {
  return bindings.find((binding) => binding.kind === 'uniform');
}

export interface EntryPointReflection {
  readonly name: string;
  /** `vertex`, `fragment`, `compute` and so on. */
  readonly stage: string;
  readonly threadGroupSize: ThreadGroupSize;
  readonly attributes: readonly Attribute[];
  /** The parameters that the program supplies: the `uniform` ones, without `SV_…` values. */
  readonly uniformParameters: readonly Parameter[];
}

/** A user-defined attribute, such as `playground_SLIDER`, with its arguments. */
export interface Attribute {
  readonly name: string;
  readonly arguments: readonly AttributeArgument[];
}

export type AttributeArgument = number | string | UnreadArgument;

/** An argument that neither the compiler nor the playground can evaluate. */
interface UnreadArgument {
  /** The expression as written in the source. */
  readonly expression: string;
  /** Its file; undefined for the main file. */
  readonly path?: string;
  /** One-based. */
  readonly line: number;
}

export type Binding =
  /** Bytes in a uniform block or in a buffer's element. */
  | { readonly kind: 'uniform'; readonly offset: number; readonly size: number }
  /** A slot of bind group `space`. */
  | { readonly kind: 'descriptorTableSlot'; readonly index: number; readonly space: number }
  /** A bind group of its own, as for a `ParameterBlock`. */
  | { readonly kind: 'subElementRegisterSpace'; readonly index: number }
  /** Any other kind, by the compiler's name for it. */
  | { readonly kind: 'other'; readonly name: string; readonly index: number };

/** Accesses after the first three have no WGSL equivalent, such as `append` or `feedback`. */
type ResourceAccess = 'read' | 'write' | 'readWrite' | 'rasterOrdered' | 'other';

export interface ScalarType {
  readonly kind: 'scalar';
  /** `float32`, `int8`, `uint64`, `bool` and so on. */
  readonly scalarType: string;
}

export interface StructType {
  readonly kind: 'struct';
  /** Empty for the content of a `cbuffer`. */
  readonly name: string;
  readonly fields: readonly Parameter[];
}

export interface ResourceType {
  readonly kind: 'resource';
  /** `structuredBuffer`, `byteAddressBuffer`, `texture1D`, `texture2D`, `textureCube` and so on. */
  readonly baseShape: string;
  readonly array: boolean;
  readonly multisample: boolean;
  /** A texture and a sampler in one, such as `Sampler2D`, in two consecutive slots. */
  readonly combined: boolean;
  readonly access: ResourceAccess;
  readonly resultType: ReflectedType;
  /**
   * Bytes from one element of a buffer to the next, if the compiled code shows it. Reflection omits
   * the storage order of matrices.
   */
  readonly stride?: number | undefined;
}

export interface ArrayType {
  readonly kind: 'array';
  /** 0 if the array has no length. */
  readonly elementCount: number;
  readonly elementType: ReflectedType;
  /** In bytes; 0 if the elements are not plain data. */
  readonly stride: number;
}

/** `ConstantBuffer<T>` and `cbuffer`, `TextureBuffer<T>`, `ParameterBlock<T>`. */
export interface ParameterGroupType {
  readonly kind: 'constantBuffer' | 'textureBuffer' | 'parameterBlock';
  readonly elementType: ReflectedType;
  /** Bytes of plain data; 0 if it has none. */
  readonly size: number;
  /** The slot of the buffer with the plain data, relative to the group's place. */
  readonly containerSlot: number;
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
  | ArrayType
  | StructType
  | ResourceType
  | { readonly kind: 'samplerState' }
  | ParameterGroupType
  /** A kind that the playground does not use; `name` is the compiler's name for it. */
  | { readonly kind: 'unknown'; readonly name: string };

/** Reads the compiler's layout. Keeps missing parts and unknown kinds as such. */
export function readReflection(json: JsonValue): ProgramReflection {
  const layout = isJsonObject(json) ? json : {};
  return {
    parameters: objectsAt(layout, 'parameters').map(readParameter),
    entryPoints: objectsAt(layout, 'entryPoints').map((entryPoint) => ({
      name: stringAt(entryPoint, 'name'),
      stage: stringAt(entryPoint, 'stage'),
      threadGroupSize: readThreadGroupSize(arrayAt(entryPoint, 'threadGroupSize')),
      attributes: readAttributes(entryPoint),
      uniformParameters: objectsAt(entryPoint, 'parameters')
        .map(readParameter)
        .filter(({ bindings }) => bindings.some(({ kind }) => kind !== 'other')),
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
    arguments: arrayAt(attribute, 'arguments').flatMap((argument): AttributeArgument[] => {
      if (typeof argument === 'number' || typeof argument === 'string') return [argument];
      if (!isJsonObject(argument)) return [];
      const path = stringAt(argument, 'path');
      const expression = stringAt(argument, 'expression');
      return [{ expression, line: numberAt(argument, 'line'), ...(path !== '' && { path }) }];
    }),
  }));
}

export function readParameter(parameter: JsonObject): Parameter {
  const format = stringAt(parameter, 'format');
  return {
    name: stringAt(parameter, 'name'),
    type: readType(objectAt(parameter, 'type')),
    bindings: readBindings(parameter),
    ...(format === '' ? {} : { format }),
    attributes: readAttributes(parameter),
  };
}

/** The JSON has `binding` for one place and `bindings` for several. */
function readBindings(parameter: JsonObject): Binding[] {
  const { binding } = parameter;
  return isJsonObject(binding)
    ? [readBinding(binding)]
    : objectsAt(parameter, 'bindings').map(readBinding);
}

function readBinding(binding: JsonObject): Binding {
  const kind = stringAt(binding, 'kind');
  switch (kind) {
    case 'uniform':
      return { kind, offset: numberAt(binding, 'offset'), size: numberAt(binding, 'size') };
    case 'descriptorTableSlot':
      return { kind, index: numberAt(binding, 'index'), space: numberAt(binding, 'space') };
    case 'subElementRegisterSpace':
      return { kind, index: numberAt(binding, 'index') };
    default:
      return { kind: 'other', name: kind || 'none', index: numberAt(binding, 'index') };
  }
}

function readType(type: JsonObject): ReflectedType {
  const kind = stringAt(type, 'kind');
  const elementType = () => readType(objectAt(type, 'elementType'));
  switch (kind) {
    case 'scalar':
      return { kind, scalarType: stringAt(type, 'scalarType') };
    case 'vector':
      return { kind, elementCount: numberAt(type, 'elementCount'), elementType: elementType() };
    case 'array':
      return {
        kind,
        elementCount: numberAt(type, 'elementCount'),
        elementType: elementType(),
        stride: numberAt(type, 'uniformStride'),
      };
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
    case 'textureBuffer':
    case 'parameterBlock': {
      const element = readBindings(objectAt(type, 'elementVarLayout'));
      const container = readBindings(objectAt(type, 'containerVarLayout'));
      return {
        kind,
        elementType: elementType(),
        size: bytesOf({ bindings: element })?.size ?? 0,
        containerSlot:
          container.find((binding) => binding.kind === 'descriptorTableSlot')?.index ?? 0,
      };
    }
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
    combined: type['combined'] === true,
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
    case 'rasterOrdered':
      return access;
    default:
      return 'other';
  }
}
