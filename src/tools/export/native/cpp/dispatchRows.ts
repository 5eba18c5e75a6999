import type { CallCommand } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { cppString } from './cppNames.ts';

/** The type of the rows, and what its members mean. */
export const DISPATCH_TYPE: readonly string[] = [
  'enum class Threads : std::uint8_t {',
  '    fixed,       // so many along x, y and z, rounded up to whole groups',
  '    ofResource,  // one for each texel of a texture, or each elementSize bytes of a buffer',
  '    indirect,    // the counts of groups are three uint32_t in a buffer, at offset',
  '};',
  '',
  'struct Dispatch {',
  '    const char* entryPoint;',
  '    bool firstFrameOnly;',
  '    Threads threads;',
  '    std::array<std::uint32_t, 3> count;',
  '    const char* resource;',
  '    std::uint32_t elementSize;',
  '    std::uint32_t offset;',
  '};',
];

/** A dispatch as an initializer of that type. */
export function dispatchRow(call: CallCommand): string {
  const start = `{${cppString(call.entryPoint)}, ${call.callOnce}`;
  switch (call.type) {
    case 'FIXED_SIZE': {
      const [x = 1, y = 1, z = 1] = call.size;
      return `${start}, Threads::fixed, {${x}, ${y}, ${z}}, "", 0, 0}`;
    }
    case 'RESOURCE_BASED':
      return `${start}, Threads::ofResource, {0, 0, 0}, ${cppString(call.resourceName)}, ${call.elementSize ?? 0}, 0}`;
    case 'INDIRECT':
      return `${start}, Threads::indirect, {0, 0, 0}, ${cppString(call.bufferName)}, 0, ${call.offset}}`;
    default:
      return assertNever(call);
  }
}

/** An array in C++, which may be empty. */
export function cppArray(type: string, name: string, rows: readonly string[]): string[] {
  const declared = `inline constexpr std::array<${type}, ${rows.length}> ${name}`;
  if (rows.length === 0) return [`${declared}{};`];
  return [`${declared}{{`, ...rows.map((row) => `    ${row},`), '}};'];
}
