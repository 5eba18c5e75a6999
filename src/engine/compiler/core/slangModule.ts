import type {
  ComponentType,
  EntryPoint,
  GlobalSession,
  MainModule,
  Module,
  ProgramLayout,
  Session,
} from '#generated/slang/slang-wasm.js';
import createModule from '#generated/slang/slang-wasm.js';

/**
 * The stack size of the binary in bytes. Its default of 64 KiB overflows silently on ordinary
 * shaders (a chain of 30 calls is enough).
 */
const STACK_BYTES = 8 << 20;

/** The loaded Slang module: embind's classes and the parts of Emscripten's runtime used here. */
export interface SlangModule extends MainModule {
  readonly FS: SlangFiles;
  /** The C++ type of a `WebAssembly.Exception`, and the message of a standard exception. */
  getExceptionMessage(exception: unknown): readonly [type: string, message?: string];
}

/** Emscripten's in-memory file system, exposed by a patch of the loader. */
export interface SlangFiles {
  writeFile(path: string, text: string): void;
  /** Also creates parents; does nothing if the folder exists. */
  mkdirTree(path: string): void;
  mkdir(path: string): void;
  rmdir(path: string): void;
  unlink(path: string): void;
  analyzePath(path: string): { readonly exists: boolean };
}

/** Embind's classes, with the nulls that the generated types omit. */
export interface SlangSession
  extends Omit<Session, 'loadModuleFromSource' | 'createCompositeComponentType'> {
  loadModuleFromSource(text: string, name: string, path: string): SlangUserModule | null;
  createCompositeComponentType(components: readonly ComponentType[]): LinkableProgram | null;
}

export interface SlangUserModule
  extends Omit<Module, 'getDefinedEntryPoint' | 'findAndCheckEntryPoint' | 'link'> {
  getDefinedEntryPoint(index: number): EntryPoint | null;
  /** Turns any function with that name into an entry point. */
  findAndCheckEntryPoint(name: string, stage: number): EntryPoint | null;
  link(): ComponentType | null;
}

interface LinkableProgram extends Omit<ComponentType, 'link'> {
  link(): ComponentType | null;
}

export type { ComponentType, EntryPoint, GlobalSession, ProgramLayout };

export interface SlangInstance {
  readonly slang: SlangModule;
  /** The exception's message, otherwise its C++ type; empty if the binary did not throw it. */
  explain(exception: WebAssembly.Exception): string;
  /** The memory allocated by the instance so far; it never frees any. */
  memoryBytes(): number;
  /** Whether an allocation ever failed. If so, later results are unreliable. */
  ranOutOfMemory(): boolean;
}

interface NativeExports {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  _emscripten_stack_restore(address: number): void;
  readonly __cpp_exception: WebAssembly.Tag;
  /** The offset from an exception's header to the thrown object. */
  __thrown_object_from_unwind_exception(header: number): number;
}

/** The loader's log when an allocation finally fails. */
const NO_MEMORY = /^(?:Cannot enlarge memory|Failed to grow the heap)/;

/** The loader's log before it retries with less memory. */
const LESS_MEMORY = /^growMemory:/;

/**
 * Instantiates the compiled binary and gives it a stack of {@link STACK_BYTES}.
 *
 * @throws if there is not enough memory
 */
export async function instantiateSlang(binary: WebAssembly.Module): Promise<SlangInstance> {
  let instance: WebAssembly.Instance | undefined;
  let ranOut = false;
  const module = await new Promise<SlangModule>((resolve, reject) => {
    const options = {
      instantiateWasm(
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) {
        // The loader ignores a failure here, and would wait forever.
        WebAssembly.instantiate(binary, imports).then((created) => {
          instance = created;
          done(created, binary);
        }, reject);
        return {};
      },
      printErr(line: string) {
        if (NO_MEMORY.test(line)) ranOut = true;
        else if (!LESS_MEMORY.test(line)) console.error(line);
      },
    };
    createModule(options).then((created) => resolve(created as SlangModule), reject);
  });
  if (!instance) throw new Error('The Slang loader did not use the binary it was given.');
  const native = instance.exports as unknown as NativeExports;
  growStack(native);
  return {
    slang: module,
    explain: (exception) => explain(exception, module, native),
    memoryBytes: () => native.memory.buffer.byteLength,
    ranOutOfMemory: () => ranOut,
  };
}

function explain(
  exception: WebAssembly.Exception,
  slang: SlangModule,
  { memory, __cpp_exception, __thrown_object_from_unwind_exception: objectOf }: NativeExports,
): string {
  if (!exception.is(__cpp_exception)) return '';
  const [type, message] = slang.getExceptionMessage(exception);
  const own = type.startsWith('Slang::')
    ? readExceptionText(memory.buffer, objectOf(exception.getArg(__cpp_exception, 0)))
    : message;
  return own?.trimEnd() || type;
}

/** Only safe while no native frame exists, right after instantiation. */
function growStack(native: NativeExports): void {
  const bottom = native.malloc(STACK_BYTES);
  if (bottom === 0) throw new Error(`No room for the compiler's stack of ${STACK_BYTES} bytes.`);
  native._emscripten_stack_restore((bottom + STACK_BYTES) & ~15);
}

/** Embind's types allow bytes for any string, but this binary returns text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Byte offsets in the binary's memory, which has 32-bit pointers. */
const TEXT_OF_EXCEPTION = 4;
const LENGTH_OF_TEXT = 8;
const CAPACITY_OF_TEXT = 12;
const CHARACTERS_OF_TEXT = 16;

/**
 * The text of one of Slang's own exceptions. The object's second word points to a counted string: a
 * header of four words (the third is the length, the fourth the capacity), then UTF-8 and a zero.
 *
 * @param exception the address of the thrown object
 * @returns null if there is no text, or if memory does not look like this
 */
export function readExceptionText(memory: ArrayBuffer, exception: number): string | null {
  const view = new DataView(memory);
  const wordAt = (address: number): number | null =>
    address > 0 && address % 4 === 0 && address + 4 <= memory.byteLength
      ? view.getUint32(address, true)
      : null;
  const text = wordAt(exception + TEXT_OF_EXCEPTION);
  if (text === null) return null;
  const length = wordAt(text + LENGTH_OF_TEXT);
  const capacity = wordAt(text + CAPACITY_OF_TEXT);
  if (!length || capacity === null || length > capacity) return null;
  const start = text + CHARACTERS_OF_TEXT;
  const end = start + length;
  if (end >= memory.byteLength || view.getUint8(end) !== 0) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(memory, start, length));
  } catch {
    return null;
  }
}
