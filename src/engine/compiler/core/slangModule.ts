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
import { readExceptionText } from './exceptionText.ts';

/**
 * The size of the binary's stack in bytes. Its own 64 KiB overflow silently on ordinary shaders
 * (a chain of 30 calls is enough).
 */
const STACK_BYTES = 8 << 20;

/** The loaded Slang module: embind's classes and the parts of emscripten's runtime used here. */
export interface SlangModule extends MainModule {
  readonly FS: SlangFiles;
  /** The C++ type of a `WebAssembly.Exception`, and the message of a standard exception. */
  getExceptionMessage(exception: unknown): readonly [type: string, message?: string];
}

/** Emscripten's in-memory file system, exposed by a patch of the loader. */
export interface SlangFiles {
  writeFile(path: string, text: string): void;
  /** Makes a folder and its parents; does nothing if they exist. */
  mkdirTree(path: string): void;
  mkdir(path: string): void;
  /** Removes an empty folder. */
  rmdir(path: string): void;
  unlink(path: string): void;
  analyzePath(path: string): { readonly exists: boolean };
}

/** Embind's classes, with the nulls that its generated types leave out. */
export interface SlangSession
  extends Omit<Session, 'loadModuleFromSource' | 'createCompositeComponentType'> {
  loadModuleFromSource(text: string, name: string, path: string): SlangUserModule | null;
  createCompositeComponentType(components: readonly ComponentType[]): LinkableProgram | null;
}

export interface SlangUserModule
  extends Omit<Module, 'getDefinedEntryPoint' | 'findAndCheckEntryPoint' | 'link'> {
  getDefinedEntryPoint(index: number): EntryPoint | null;
  /** Makes an entry point of any function with that name. */
  findAndCheckEntryPoint(name: string, stage: number): EntryPoint | null;
  link(): ComponentType | null;
}

interface LinkableProgram extends Omit<ComponentType, 'link'> {
  link(): ComponentType | null;
}

export type { ComponentType, EntryPoint, GlobalSession, ProgramLayout };

export interface SlangInstance {
  readonly slang: SlangModule;
  /** An exception's message, or else its C++ type; empty if it is not one of the binary's. */
  explain(exception: WebAssembly.Exception): string;
  /** The memory that the instance has allocated so far; it never frees any. */
  memoryBytes(): number;
  /** Whether an allocation ever failed: later results are not reliable. */
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

/** The loader's log before it retries with less. */
const LESS_MEMORY = /^growMemory:/;

/**
 * Instantiates the compiled binary and gives it a stack of {@link STACK_BYTES}.
 *
 * @throws if there is no memory for it
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

/** Only safe while no native frame is alive, right after instantiation. */
function growStack(native: NativeExports): void {
  const bottom = native.malloc(STACK_BYTES);
  if (bottom === 0) throw new Error(`No room for the compiler's stack of ${STACK_BYTES} bytes.`);
  native._emscripten_stack_restore((bottom + STACK_BYTES) & ~15);
}

/** Embind's types allow bytes for any string; this binary returns text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
