import { describe, expect, it } from 'vitest';
import { type CompileRequest, runRequest } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { compile } from './compiler.ts';
import { findEntryPoints } from './entryPoints.ts';
import { createReferenceReader } from './projectModules.ts';
import type { CompilerContext } from './session.ts';

/** Stub results for cases that the real module cannot produce. */
interface Stub {
  readonly session?: boolean;
  readonly entryPoints?: readonly (string | null)[];
  readonly links?: boolean;
  readonly code?: string;
  readonly binary?: Uint8Array;
  readonly layout?: boolean;
  readonly error?: { readonly type: string; readonly message: string };
}

/** A compiler with only what the core calls. It counts unfreed handles. */
function stubContext(stub: Stub) {
  const alive = new Set<object>();
  const handle = <Methods extends object>(methods: Methods) => {
    const made = { ...methods, delete: () => void alive.delete(made) };
    alive.add(made);
    return made;
  };
  let probed = false;
  const program = () =>
    handle({
      getTargetCode: () => stub.code ?? '',
      getEntryPointCode: () => stub.code ?? '',
      getTargetCodeBlob: () => stub.binary ?? null,
      getLayout: () => (stub.layout === false ? null : { toJsonObject: () => JSON.parse('{}') }),
    });
  const userModule = () =>
    handle({
      getDefinedEntryPointCount: () => stub.entryPoints?.length ?? 1,
      getDefinedEntryPoint(index: number) {
        const name = (stub.entryPoints ?? ['main'])[index];
        return name === null ? null : handle({ getName: () => name });
      },
    });
  const session = () =>
    handle({
      loadModuleFromSource(_: string, name: string) {
        probed = name !== 'user';
        return name === 'user' ? userModule() : null;
      },
      createCompositeComponentType: () =>
        handle({ link: () => (stub.links === false ? null : program()) }),
    });
  const context = {
    slang: {
      FS: { writeFile: () => {} },
      getLastError() {
        if (!probed) return stub.error ?? { type: '', message: '' };
        probed = false;
        return { type: 'USER', message: '/playground_probe.slang(2): error 30015: undefined' };
      },
    },
    globalSession: { createSession: () => (stub.session === false ? null : session()) },
    targets: new Map(Object.entries({ WGSL: 28, SPIRV: 6 })),
    libraries: [],
    readFiles: createReferenceReader(),
    spent: false,
  } as unknown as CompilerContext;
  return { context, alive };
}

const request = (target: CompileTarget): CompileRequest => ({ ...runRequest(''), target });

const ERROR = { type: 'INTERNAL', message: 'the last error' };

describe('a message of the error catalogue', () => {
  const NO_SESSION = 'Unable to create Slang session for SPIRV compilation';
  const NOT_FOUND = 'Error finding defined entry points';
  const WITH_LOG = 'INTERNAL error: see log for more information';
  it.each<[string, CompileTarget, Stub, message: string]>([
    ['no session', 'SPIRV', { session: false }, NO_SESSION],
    ['no session for another target', 'WGSL', { session: false, error: ERROR }, WITH_LOG],
    ['no entry point', 'WGSL', { entryPoints: ['first', null] }, NOT_FOUND],
    ['a program that does not link', 'WGSL', { links: false, error: ERROR }, WITH_LOG],
    ['empty output', 'WGSL', { code: '', error: ERROR }, WITH_LOG],
    ['no layout', 'WGSL', { code: 'fn main() {}', layout: false, error: ERROR }, WITH_LOG],
    ['no SPIR-V', 'SPIRV', { binary: new Uint8Array(3) }, 'Error disassembling SPIR-V code'],
  ])('is given for %s, and every handle is freed', (_, target, stub, message) => {
    const { context, alive } = stubContext(stub);
    const disassemble = () => {
      throw new Error('not SPIR-V');
    };
    const answer = compile(context, request(target), disassemble);
    expect(answer).toMatchObject({ succ: false, result: null, message });
    if (stub.error) expect(answer.log).toBe('the last error');
    expect(alive.size).toBe(0);
  });

  it('is also given by the lookup of entry points', () => {
    const { context, alive } = stubContext({ entryPoints: [null] });
    expect(findEntryPoints(context, request('WGSL'))).toMatchObject({ message: NOT_FOUND });
    expect(alive.size).toBe(0);
  });
});

it('frees every handle after a successful compile', () => {
  const { context, alive } = stubContext({ code: 'fn main() {}' });
  expect(compile(context, request('WGSL'))).toMatchObject({ succ: true });
  expect(alive.size).toBe(0);
});
