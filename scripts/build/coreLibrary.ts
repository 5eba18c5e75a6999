import { pathToFileURL } from 'node:url';

/**
 * The functions of the pinned binary that write the source of Slang's core library, in the order in
 * which the compiler joins their texts into one module. They are numbered as in the binary,
 * including imports. Each takes an address for its result and the session that stores it.
 *
 * To find them in a new binary: the first is the only function that uses the address of the text
 * {@link FIRST_LINES}, and its only caller calls the others right after it.
 */
export const CORE_LIBRARY_FUNCTIONS = [3256, 3257, 3258] as const;

const FIRST_LINES = 'public module core;\n\n// Slang `core` library\n';

const EXPORT_SECTION = 7;
const FUNCTION_EXPORT = 0;
const MODULE_HEADER_BYTES = 8;

/** Room for a fake session: the functions only check whether it already has their text. */
const SESSION_BYTES = 1 << 16;

/** Slots of ISlangBlob's function table, after the three of ISlangUnknown. */
const GET_BUFFER_POINTER = 3;
const GET_BUFFER_SIZE = 4;

interface NativeExports {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  malloc(bytes: number): number;
}

/**
 * The source of Slang's core library, with the compiler's line numbers. The binary contains the
 * source in pieces that only its own code can assemble, so a copy of the binary that exports that
 * code runs once, at build time.
 *
 * @param loader the path of the patched loader
 * @throws with advice if the binary is not the known one
 */
export async function writeCoreLibrary(binary: Uint8Array, loader: string): Promise<string> {
  const exports = await instantiate(addExports(binary, CORE_LIBRARY_FUNCTIONS), loader);
  const text = CORE_LIBRARY_FUNCTIONS.map((index) => callForText(exports, exportName(index))).join(
    '',
  );
  if (!text.startsWith(FIRST_LINES)) {
    throw new Error(
      'The functions of CORE_LIBRARY_FUNCTIONS do not write the core library. ' +
        'Find their new numbers as scripts/build/coreLibrary.ts says.',
    );
  }
  return withoutLineDirectives(text);
}

/**
 * `#line` means nothing to a reader; its line becomes empty, so that all others keep their numbers.
 */
function withoutLineDirectives(text: string): string {
  return text.replace(/^#line .*$/gm, '');
}

function exportName(index: number): string {
  return `function${index}`;
}

/** The same module with more functions exported, named by {@link exportName}. */
export function addExports(binary: Uint8Array, functions: readonly number[]): Uint8Array {
  const entries = functions.flatMap((index) => {
    const name = new TextEncoder().encode(exportName(index));
    return [...leb128(name.length), ...name, FUNCTION_EXPORT, ...leb128(index)];
  });
  let offset = MODULE_HEADER_BYTES;
  while (offset < binary.length) {
    const size = readLeb128(binary, offset + 1);
    const end = size.next + size.value;
    if (binary[offset] === EXPORT_SECTION) {
      const count = readLeb128(binary, size.next);
      const body = [
        ...leb128(count.value + functions.length),
        ...binary.subarray(count.next, end),
        ...entries,
      ];
      return Buffer.concat([
        binary.subarray(0, offset),
        Uint8Array.from([EXPORT_SECTION, ...leb128(body.length), ...body]),
        binary.subarray(end),
      ]);
    }
    offset = end;
  }
  throw new Error('The binary exports nothing: it is not the compiler.');
}

function leb128(value: number): number[] {
  const low = value & 0x7f;
  const rest = value >>> 7;
  return rest === 0 ? [low] : [low | 0x80, ...leb128(rest)];
}

function readLeb128(bytes: Uint8Array, offset: number): { value: number; next: number } {
  let value = 0;
  let next = offset;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[next] ?? 0;
    next += 1;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value: value >>> 0, next };
  }
}

async function instantiate(binary: Uint8Array, loader: string): Promise<WebAssembly.Exports> {
  const module = await WebAssembly.compile(binary as Uint8Array<ArrayBuffer>);
  const { default: createModule } = await import(pathToFileURL(loader).href);
  let exports: WebAssembly.Exports | undefined;
  await createModule({
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      void WebAssembly.instantiate(module, imports).then((instance) => {
        exports = instance.exports;
        done(instance, module);
      });
      return {};
    },
  });
  if (!exports) throw new Error('The Slang loader did not use the binary it was given.');
  return exports;
}

function callForText(exports: WebAssembly.Exports, name: string): string {
  const { memory, malloc, __indirect_function_table: table } = exports as unknown as NativeExports;
  const answer = malloc(4);
  const session = malloc(SESSION_BYTES);
  new Uint8Array(memory.buffer, session, SESSION_BYTES).fill(0);
  (exports[name] as (answer: number, session: number) => void)(answer, session);

  const word = (address: number) => new DataView(memory.buffer).getUint32(address, true);
  const blob = word(answer);
  const call = (slot: number): number => table.get(word(word(blob) + 4 * slot))(blob);
  const bytes = new Uint8Array(memory.buffer, call(GET_BUFFER_POINTER), call(GET_BUFFER_SIZE));
  return new TextDecoder().decode(bytes);
}
