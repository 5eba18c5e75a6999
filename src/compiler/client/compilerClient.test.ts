import { beforeEach, describe, expect, it } from 'vitest';
import type { Compiler } from '#compiler/core/compiler.ts';
import { PROTOCOL_VERSION } from '#compiler/protocol.ts';
import {
  type CompileRequest,
  type CompileResult,
  USER_SHADER_PATH,
} from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import { type MemoryServer, startMemoryServer } from '../../../tests/support/memoryTransport.ts';
import { type CompilerClient, createCompilerClient } from './compilerClient.ts';

const request = (sourceCode: string): CompileRequest => ({
  target: 'WGSL',
  entrypoint: null,
  sourceCode,
  shaderPath: USER_SHADER_PATH,
});

/** Answers with the source itself as code. */
const echo: Compiler = {
  compile: ({ target, sourceCode }): CompileResult => ({
    succ: true,
    message: '',
    log: '',
    diagnostics: [],
    result: { target, code: sourceCode, hashedStrings: {}, reflection: {}, threadGroupSizes: {} },
  }),
  findEntryPoints: () => ({ succ: true, message: '', log: '', diagnostics: [], result: [] }),
};

let servers: MemoryServer[];
let states: CompilerState[];
let client: CompilerClient;
const server = () => {
  const newest = servers.at(-1);
  if (!newest) throw new Error('The client started no server.');
  return newest;
};
/** Lets everything that is settled by now take effect. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

function start(compiler: Compiler = echo, host = {}) {
  servers = [];
  states = [];
  client = createCompilerClient({
    start() {
      servers.push(startMemoryServer(compiler, host));
      return server().transport;
    },
    binaryUrl: 'slang.wasm.gz',
    onState: (state) => states.push(state),
  });
}

beforeEach(() => start());

const codeOf = async (outcome: ReturnType<CompilerClient['compile']>) => {
  const settled = await outcome;
  return settled.kind === 'done' ? settled.value.answer.result?.code : settled.kind;
};

describe('the compiler client', () => {
  it('asks for the binary first, and holds compiles until it is ready', async () => {
    const outcome = client.compile(request('first'));
    await settle();
    expect(server().received).toMatchObject([
      { method: 'initialize', params: { protocolVersion: PROTOCOL_VERSION } },
    ]);
    await server().deliver();
    await settle();
    expect(states.at(-1)).toEqual({ kind: 'ready', compilerVersion: 'test' });
    await server().deliver();
    expect(await codeOf(outcome)).toBe('first');
  });

  it('compiles next what was edited during a compile, and drops the stale answer', async () => {
    await server().deliver();
    const first = client.compile(request('first'));
    await settle();
    const second = client.compile(request('second'));
    const third = client.compile(request('third'));
    await server().deliver();
    expect(await codeOf(first)).toBe('superseded');
    expect(await codeOf(second)).toBe('superseded');
    await settle();
    await server().deliver();
    expect(await codeOf(third)).toBe('third');
    expect(
      server().received.map(({ params }) => 'sourceCode' in params && params.sourceCode),
    ).toEqual([false, 'first', 'third']);
  });

  it('fails with the reason when the binary cannot be loaded, and can try again', async () => {
    start(echo, {
      loadBinary: async () => {
        throw new Error('slang.wasm.gz could not be loaded: 404');
      },
    });
    const outcome = client.compile(request('waits'));
    await server().deliver();
    await settle();
    expect(states.at(-1)).toEqual({
      kind: 'failed',
      message: 'slang.wasm.gz could not be loaded: 404',
    });
    expect(await outcome).toMatchObject({
      value: { answer: { succ: false, message: 'Unknown error occurred' } },
    });
    const failed = server();
    client.retry();
    expect(failed.closed).toBe(true);
    expect(servers).toHaveLength(2);
    expect(states.at(-1)).toMatchObject({ kind: 'loading' });
  });

  it('answers what is open when the worker dies, and says that it failed', async () => {
    await server().deliver();
    const outcome = client.compile(request('kills'));
    await settle();
    server().crash('Out of memory');
    expect(await outcome).toMatchObject({
      value: { answer: { succ: false, log: 'Out of memory' } },
    });
    expect(states.at(-1)).toEqual({ kind: 'failed', message: 'Out of memory' });
  });

  it('hands on an exception of the compiler as an answer', async () => {
    start({
      ...echo,
      compile() {
        throw new Error('Aborted');
      },
    });
    await server().deliver();
    const outcome = client.compile(request('aborts'));
    await settle();
    await server().deliver();
    expect(await outcome).toMatchObject({
      value: { answer: { succ: false, message: 'Unknown error occurred', log: 'Aborted' } },
    });
  });

  it('ends the worker when it is disposed of', async () => {
    const outcome = client.compile(request('open'));
    client.dispose();
    expect(server().closed).toBe(true);
    expect(await outcome).toMatchObject({ value: { answer: { succ: false } } });
  });
});
