import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import createModule from '#generated/slang/slang-wasm.js';

/*
 * The least that compiles a Slang source to SPIR-V in Node. It needs the files of
 * `npx tsx scripts/prepareCompiler.ts`.
 */

const SPIRV_TARGET = 6;
const STACK_BYTES = 8 << 20;
const GENERATED = path.resolve(import.meta.dirname, '../../generated/slang');

interface Handle {
  delete(): void;
}

interface Component extends Handle {
  link(): Component | null;
  getTargetCodeBlob(target: number): Uint8Array | null;
}

interface SlangModule extends Component {
  getDefinedEntryPointCount(): number;
  getDefinedEntryPoint(index: number): Component;
}

interface Session extends Handle {
  loadModuleFromSource(text: string, name: string, path: string): SlangModule | null;
  createCompositeComponentType(components: readonly Component[]): Component | null;
}

interface Slang {
  createGlobalSession(): { createSession(target: number): Session | null } | null;
  getLastError(): { readonly message: string };
}

interface NativeExports {
  malloc(bytes: number): number;
  _emscripten_stack_restore(address: number): void;
}

/** Gives the compiler the stack that deep shaders need; see docs on the compiler's own 64 KiB. */
async function instantiate(binary: WebAssembly.Module): Promise<Slang> {
  const started: WebAssembly.Instance[] = [];
  const slang = await createModule({
    instantiateWasm(imports: WebAssembly.Imports, done: (...parts: unknown[]) => void) {
      void WebAssembly.instantiate(binary, imports).then((instance) => {
        started.push(instance);
        done(instance, binary);
      });
      return {};
    },
  });
  const native = started[0]?.exports as unknown as NativeExports;
  const bottom = native.malloc(STACK_BYTES);
  native._emscripten_stack_restore((bottom + STACK_BYTES) & ~15);
  return slang as unknown as Slang;
}

function compile(slang: Slang, session: Session, source: string): Uint8Array {
  const handles: Handle[] = [];
  const keep = <T extends Handle>(handle: T | null): T => {
    if (handle === null) throw new Error(slang.getLastError().message);
    handles.push(handle);
    return handle;
  };
  try {
    const module = keep(session.loadModuleFromSource(source, 'user', '/user.slang'));
    const components: Component[] = [module];
    for (let index = 0; index < module.getDefinedEntryPointCount(); index++) {
      components.push(keep(module.getDefinedEntryPoint(index)));
    }
    const program = keep(keep(session.createCompositeComponentType(components)).link());
    const code = program.getTargetCodeBlob(0);
    if (code === null) throw new Error(slang.getLastError().message);
    return code.slice();
  } finally {
    for (const handle of handles.reverse()) handle.delete();
  }
}

/** A compiler of Slang source, with all entry points that it defines, to the bytes of a module. */
export async function spirvCompiler(): Promise<(source: string) => Uint8Array> {
  const binary = await promisify(gunzip)(
    await readFile(path.join(GENERATED, 'slang-wasm.wasm.gz')),
  );
  const slang = await instantiate(await WebAssembly.compile(binary));
  const globalSession = slang.createGlobalSession();
  return (source) => {
    const session = globalSession?.createSession(SPIRV_TARGET);
    if (!session) throw new Error(slang.getLastError().message);
    try {
      return compile(slang, session, source);
    } finally {
      session.delete();
    }
  };
}
