import { roundUp } from '#core/plan/reflection/memoryLayout.ts';
import { assertNever } from '#core/util/assertNever.ts';
import {
  type DataType,
  type MemberLayout,
  type StructLayout,
  sizeOf,
} from '#tools/export/native/spirv/moduleInterface.ts';
import { cppComment, createCppNames } from './cppNames.ts';

/** Writes C++ structs whose members lie where the shader expects them. */
export interface CppStructs {
  /**
   * Declares a struct and those in it, and returns its name.
   *
   * @param size bytes with the padding behind the last member
   */
  declare(layout: StructLayout, size: number): string;
  /** All declarations so far, the inner ones first. */
  lines(): readonly string[];
}

export function createCppStructs(nameFor: (name: string) => string): CppStructs {
  const lines: string[] = [];
  const declared = new Map<string, string>();
  const declare = (layout: StructLayout, size: number): string => {
    const key = JSON.stringify([layout, size]);
    const known = declared.get(key);
    if (known !== undefined) return known;
    const members = writeMembers(layout, size, declare);
    const name = nameFor(layout.name);
    declared.set(key, name);
    lines.push(
      `struct ${name} {`,
      ...members.map(({ text }) => `    ${text}`),
      '};',
      `static_assert(sizeof(${name}) == ${size}, "size of ${name}");`,
      ...members.flatMap(({ field, offset }) =>
        field === null
          ? []
          : [`static_assert(offsetof(${name}, ${field}) == ${offset}, "place of ${field}");`],
      ),
      '',
    );
    return name;
  };
  return { declare, lines: () => lines };
}

interface WrittenMember {
  readonly text: string;
  /** Null for padding. */
  readonly field: string | null;
  readonly offset: number;
}

function writeMembers(
  { members }: StructLayout,
  size: number,
  declare: CppStructs['declare'],
): WrittenMember[] {
  const typed = members.map((member, index) => {
    const next = members[index + 1]?.offset ?? size;
    return { member, type: cppType(member.type, next - member.offset, declare) };
  });
  // C++ refuses a member that has the name of a member's type.
  const nameFor = createCppNames(typed.map(({ type }) => type.base));
  const named = typed.map(({ member, type }) => ({ member, type, field: nameFor(member.name) }));
  const written: WrittenMember[] = [];
  let end = 0;
  const pad = (to: number) => {
    if (to <= end) return;
    const text = `std::uint8_t ${nameFor('padding')}[${to - end}];`;
    written.push({ text, field: null, offset: end });
  };
  for (const { member, type, field } of named) {
    const { offset } = member;
    pad(offset);
    written.push({ text: memberText(member, type, field), field, offset });
    end = offset + type.bytes;
  }
  pad(size);
  return written;
}

function memberText(
  { name, offset, type }: MemberLayout,
  { base, dimensions }: CppType,
  field: string,
): string {
  const brackets = dimensions.map((count) => `[${count}]`).join('');
  const renamed = field === name ? '' : `, ${cppComment(name)} in the shader`;
  return `${base} ${field}${brackets}; // ${offset}: ${describe(type)}${renamed}`;
}

interface CppType {
  readonly base: string;
  readonly dimensions: readonly number[];
  readonly bytes: number;
}

/** @param room up to the next member; the last element of an array may lack its padding */
function cppType(type: DataType, room: number, declare: CppStructs['declare']): CppType {
  switch (type.kind) {
    case 'number':
      return { base: numberType(type), dimensions: [], bytes: type.bytes };
    case 'struct': {
      const bytes = Math.min(room, roundUp(type.struct.end, alignmentOf(type)));
      return { base: declare(type.struct, bytes), dimensions: [], bytes };
    }
    case 'array': {
      const { element, count, stride } = type;
      const whole = count * stride;
      const inner = elementType(element, stride, declare);
      if (count > 0 && whole <= room) {
        const dimensions = paddedDimensions(inner, element, stride);
        if (dimensions)
          return { base: inner.base, dimensions: [count, ...dimensions], bytes: whole };
      }
      const bytes = count === 0 ? 0 : Math.min(room, sizeOf(type));
      return { base: 'std::uint8_t', dimensions: [Math.max(1, bytes)], bytes };
    }
    default:
      return assertNever(type);
  }
}

/** A struct in an array is as long as the stride. */
function elementType(element: DataType, stride: number, declare: CppStructs['declare']): CppType {
  if (element.kind !== 'struct') return cppType(element, stride, declare);
  return { base: declare(element.struct, stride), dimensions: [], bytes: stride };
}

/** Dimensions that make an element as long as the stride; null if numbers do not fill it. */
function paddedDimensions(
  inner: CppType,
  element: DataType,
  stride: number,
): readonly number[] | null {
  if (inner.bytes === stride) return inner.dimensions;
  if (element.kind === 'number' && stride % element.bytes === 0) return [stride / element.bytes];
  const isVector = element.kind === 'array' && element.element.kind === 'number';
  if (!isVector) return null;
  const { bytes } = element.element;
  return element.stride === bytes && stride % bytes === 0 ? [stride / bytes] : null;
}

function alignmentOf(type: DataType): number {
  switch (type.kind) {
    case 'number':
      return type.bytes;
    case 'array':
      return alignmentOf(type.element);
    case 'struct':
      return Math.max(1, ...type.struct.members.map((member) => alignmentOf(member.type)));
    default:
      return assertNever(type);
  }
}

function numberType({ number, bytes }: Extract<DataType, { kind: 'number' }>): string {
  // C++ has no half: the bits of one.
  if (number === 'float') return bytes === 8 ? 'double' : bytes === 4 ? 'float' : 'std::uint16_t';
  return `std::${number === 'int' ? 'int' : 'uint'}${8 * bytes}_t`;
}

/** Such as `float32[3][4], stride 16`. */
function describe(type: DataType): string {
  const counts: string[] = [];
  let element = type;
  let isPadded = false;
  while (element.kind === 'array') {
    counts.push(`[${element.count === 0 ? '' : element.count}]`);
    isPadded ||= element.stride !== sizeOf(element.element);
    element = element.element;
  }
  const name = element.kind === 'struct' ? element.struct.name : scalarName(element);
  const stride = type.kind === 'array' && isPadded ? `, stride ${type.stride}` : '';
  return `${cppComment(name)}${counts.join('')}${stride}`;
}

function scalarName({ number, bytes }: Extract<DataType, { kind: 'number' }>): string {
  return `${number}${8 * bytes}`;
}
