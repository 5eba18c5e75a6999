import type { CompiledProgram } from '#core/output/compileResult.ts';
import type { PrintedKind } from '#core/plan/printing/conversions.ts';
import { ownValue } from '#core/util/ownValue.ts';

/**
 * The kinds of the arguments of each `printf` call that the compiler kept, by format.
 *
 * Reads them from the WGSL of the module `printing`: a message begins with a record of kind 1,
 * which holds the hash of its format, and a record is written for each argument after it.
 */
export type PrintedArguments = ReadonlyMap<string, readonly (readonly PrintedKind[])[]>;

/** `writeRecord_0(at, u32(1), u32(i32(-1606969048)));` */
const RECORD = /^(?=.*\);$)\s*writeRecord_\w+\(.*, u32\((?<kind>\d+)\), (?<low>.*)\);$/;
const HASH = /^u32\((?:i32\()?(?<hash>-?\d+)\)?\)$/;
const ARGUMENT = /^\s*(?<writer>write_\w+)\(/;
const WRITER = /^fn (?<writer>write_\w+)\( *this_\w+ : (?<type>\w+),/gm;

const FORMAT = '1';
const TEXT = '2';
const KINDS: Readonly<Record<string, PrintedKind>> = {
  bool: 'integer',
  i32: 'integer',
  u32: 'integer',
  f16: 'float',
  f32: 'float',
};

export function readPrintedArguments({ code, hashedStrings }: CompiledProgram): PrintedArguments {
  const writers = new Map(
    [...code.matchAll(WRITER)].map(({ groups = {} }) => [
      groups['writer'] ?? '',
      ownValue(KINDS, groups['type'] ?? ''),
    ]),
  );
  const found = new Map<string, PrintedKind[][]>();
  let open: PrintedKind[] | undefined;
  for (const line of code.split('\n')) {
    const record = RECORD.exec(line)?.groups;
    if (record?.['kind'] === FORMAT) {
      open = [];
      const format = hashedStrings[Number(HASH.exec(record['low'] ?? '')?.groups?.['hash']) >>> 0];
      if (format !== undefined) found.set(format, [...(found.get(format) ?? []), open]);
    } else if (record?.['kind'] === TEXT) {
      open?.push('text');
    } else if (/^\s*\}/.test(line)) {
      open = undefined;
    } else {
      const kind = writers.get(ARGUMENT.exec(line)?.groups?.['writer'] ?? '');
      if (kind) open?.push(kind);
    }
  }
  return found;
}
