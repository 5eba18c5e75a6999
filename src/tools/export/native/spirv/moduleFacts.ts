import {
  decodeUtf8,
  findString,
  instructionsIn,
  type ModuleWords,
} from '#core/output/spirv/binary.ts';
import type { DescriptorKind, NumberKind } from './moduleInterface.ts';

/** A module's variable. `type` is the type that its pointer refers to. */
export interface Variable {
  readonly id: number;
  readonly type: number;
  readonly storage: number;
}

type PlainType =
  | { readonly kind: 'number'; readonly number: NumberKind; readonly bytes: number }
  | { readonly kind: 'vector' | 'matrix'; readonly element: number; readonly count: number }
  /** `length` is 0 for a runtime-sized array. */
  | { readonly kind: 'array'; readonly element: number; readonly length: number }
  | { readonly kind: 'struct'; readonly members: readonly number[] };

interface FoundEntryPoint {
  readonly id: number;
  readonly stage: number;
  readonly moduleName: string;
  /** Ids of the variables that the entry point uses. */
  readonly uses: readonly number[];
}

export interface ModuleFacts {
  readonly names: ReadonlyMap<number, string>;
  /** By struct id and member index, such as `7 0`. */
  readonly memberNames: ReadonlyMap<string, string>;
  readonly entryPoints: readonly FoundEntryPoint[];
  readonly groupSizes: ReadonlyMap<number, readonly number[]>;
  readonly types: ReadonlyMap<number, PlainType>;
  readonly opaqueTypes: ReadonlyMap<number, DescriptorKind>;
  readonly variables: readonly Variable[];
  readonly places: ReadonlyMap<number, { set: number; binding?: number }>;
  /** The number in a decoration of an id or member, such as `7 6` or `7 0 35`. */
  numberOf(...key: readonly number[]): number | undefined;
  isDecorated(id: number, decoration: number): boolean;
  hasAllMembersDecorated(id: number, decoration: number): boolean;
  /**
   * An array's element type and count, where 0 means runtime-sized; other types count as one
   * element.
   */
  elementOf(type: number): { readonly type: number; readonly count: number };
}

const OP = {
  name: 5,
  memberName: 6,
  entryPoint: 15,
  executionMode: 16,
  typeInt: 21,
  typeFloat: 22,
  typeVector: 23,
  typeMatrix: 24,
  typeImage: 25,
  typeSampler: 26,
  typeSampledImage: 27,
  typeArray: 28,
  typeRuntimeArray: 29,
  typeStruct: 30,
  typePointer: 32,
  constant: 43,
  function: 54,
  variable: 59,
  decorate: 71,
  memberDecorate: 72,
  accelerationStructure: 5341,
} as const;

const LOCAL_SIZE = 17;
const DECORATION = { binding: 33, set: 34 } as const;
const BUFFER_DIMENSION = 5;

interface Declaration {
  readonly opcode: number;
  /** The words after the first. */
  readonly operands: Uint32Array;
  /** The string that starts at `operand`. */
  textAt(operand: number): string;
  /** The operands after the string that starts at `operand`. */
  after(operand: number): readonly number[];
}

/** All declarations before the first function. */
function* declarationsOf(module: ModuleWords): Iterable<Declaration> {
  for (const { opcode, start, end } of instructionsIn(module)) {
    if (opcode === OP.function) return;
    const string = (operand: number) => findString(module, start + 1 + operand, end);
    yield {
      opcode,
      operands: module.words.subarray(start + 1, end),
      textAt: (operand) => decodeUtf8(string(operand)?.bytes),
      after: (operand) => [...module.words.subarray(string(operand)?.next ?? end, end)],
    };
  }
}

export function readModuleFacts(module: ModuleWords): ModuleFacts {
  const names = new Map<number, string>();
  const memberNames = new Map<string, string>();
  const entryPoints: FoundEntryPoint[] = [];
  const groupSizes = new Map<number, readonly number[]>();
  const types = new Map<number, PlainType>();
  const opaqueTypes = new Map<number, DescriptorKind>();
  const pointees = new Map<number, number>();
  const constants = new Map<number, number>();
  const variables: Variable[] = [];
  const places = new Map<number, { set: number; binding?: number }>();
  const decorations = new Map<string, number>();
  const place = (id: number, change: { set?: number; binding?: number }) =>
    places.set(id, { set: 0, ...places.get(id), ...change });
  for (const declaration of declarationsOf(module)) {
    const { opcode, operands, textAt } = declaration;
    const [first = 0, second = 0, third = 0] = operands;
    const type = plainType(declaration, constants);
    if (type) types.set(first, type);
    const opaque = opaqueType(declaration);
    if (opaque) opaqueTypes.set(first, opaque);
    switch (opcode) {
      case OP.name:
        // Inlining may name ids of the caller again.
        if (!names.has(first)) names.set(first, textAt(1));
        break;
      case OP.memberName:
        memberNames.set(`${first} ${second}`, textAt(2));
        break;
      case OP.entryPoint: {
        entryPoints.push({
          id: second,
          stage: first,
          moduleName: textAt(2),
          uses: declaration.after(2),
        });
        break;
      }
      case OP.executionMode:
        if (second === LOCAL_SIZE) groupSizes.set(first, [...operands.subarray(2, 5)]);
        break;
      case OP.typePointer:
        pointees.set(first, third);
        break;
      case OP.constant:
        constants.set(second, third);
        break;
      case OP.variable:
        variables.push({ id: second, type: pointees.get(first) ?? 0, storage: third });
        break;
      case OP.decorate:
        if (second === DECORATION.binding) place(first, { binding: third });
        if (second === DECORATION.set) place(first, { set: third });
        decorations.set(`${first} ${second}`, third);
        break;
      case OP.memberDecorate:
        decorations.set(`${first} ${second} ${third}`, operands[3] ?? 0);
        break;
      default:
    }
  }
  return {
    ...{ names, memberNames, entryPoints, groupSizes, types, opaqueTypes, variables, places },
    ...questions(types, decorations),
  };
}

function questions(
  types: ReadonlyMap<number, PlainType>,
  decorations: ReadonlyMap<string, number>,
): Pick<ModuleFacts, 'numberOf' | 'isDecorated' | 'hasAllMembersDecorated' | 'elementOf'> {
  return {
    numberOf: (...key) => decorations.get(key.join(' ')),
    isDecorated: (id, decoration) => decorations.has(`${id} ${decoration}`),
    hasAllMembersDecorated(id, decoration) {
      const type = types.get(id);
      if (type?.kind !== 'struct') return false;
      return type.members.every((_, index) => decorations.has(`${id} ${index} ${decoration}`));
    },
    elementOf(id) {
      const type = types.get(id);
      return type?.kind === 'array'
        ? { type: type.element, count: type.length }
        : { type: id, count: 1 };
    },
  };
}

function plainType(
  { opcode, operands }: Declaration,
  constants: ReadonlyMap<number, number>,
): PlainType | null {
  const [, second = 0, third = 0] = operands;
  switch (opcode) {
    case OP.typeInt:
      return { kind: 'number', number: third === 0 ? 'uint' : 'int', bytes: second / 8 };
    case OP.typeFloat:
      return { kind: 'number', number: 'float', bytes: second / 8 };
    case OP.typeVector:
      return { kind: 'vector', element: second, count: third };
    case OP.typeMatrix:
      return { kind: 'matrix', element: second, count: third };
    case OP.typeArray:
      return { kind: 'array', element: second, length: constants.get(third) ?? 0 };
    case OP.typeRuntimeArray:
      return { kind: 'array', element: second, length: 0 };
    case OP.typeStruct:
      return { kind: 'struct', members: [...operands.subarray(1)] };
    default:
      return null;
  }
}

function opaqueType({ opcode, operands }: Declaration): DescriptorKind | null {
  switch (opcode) {
    case OP.typeSampler:
      return 'sampler';
    case OP.typeSampledImage:
      return 'combinedImageSampler';
    case OP.accelerationStructure:
      return 'accelerationStructure';
    case OP.typeImage: {
      // Result, sampled type, dimension, depth, arrayed, multisampled, sampled.
      const isStorage = operands[6] === 2;
      if (operands[2] === BUFFER_DIMENSION) {
        return isStorage ? 'storageTexelBuffer' : 'uniformTexelBuffer';
      }
      return isStorage ? 'storageImage' : 'sampledImage';
    }
    default:
      return null;
  }
}
