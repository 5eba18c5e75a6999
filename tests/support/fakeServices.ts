import type { CompileRequest, CompileResult, EntryPointsResult } from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import type { RunDescriptor } from '#program/runDescriptor.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { RunEvents, RunService, WorkspaceServices } from '#workspace/services.ts';

export interface FakeServices {
  readonly services: WorkspaceServices;
  readonly compiled: CompileRequest[];
  readonly started: RunDescriptor[];
  setCompilerState(state: CompilerState): void;
  readonly runEvents: RunEvents;
}

export interface FakeBehaviour {
  readonly compile: (request: CompileRequest) => CompileResult;
  readonly gpu?: Result<void>;
  readonly startRun?: () => Result<void>;
  readonly entryPoints?: () => EntryPointsResult;
}

/** Services that answer at once with what the test says, and remember what they were asked. */
export function createFakeServices({
  compile,
  gpu = ok(undefined),
  startRun,
  entryPoints = () => ({ succ: true, message: '', log: '', diagnostics: [], result: [] }),
}: FakeBehaviour): FakeServices {
  const compiled: CompileRequest[] = [];
  const started: RunDescriptor[] = [];
  let setCompilerState: (state: CompilerState) => void = () => {};
  let runEvents: RunEvents | undefined;
  const runner: RunService = {
    attachCanvas: () => () => {},
    async start(descriptor) {
      started.push(descriptor);
      return startRun?.() ?? ok(undefined);
    },
    dispose: () => {},
  };
  return {
    compiled,
    started,
    setCompilerState: (state) => setCompilerState(state),
    get runEvents() {
      if (!runEvents) throw new Error('No runner was requested.');
      return runEvents;
    },
    services: {
      createCompiler(onState) {
        setCompilerState = onState;
        return {
          async compile(request) {
            compiled.push(request);
            return {
              kind: 'done',
              value: {
                answer: compile(request),
                milliseconds: 1,
                memoryBytes: null,
                cached: false,
              },
            };
          },
          async findEntryPoints() {
            return { kind: 'done', value: entryPoints() };
          },
          cancel: () => {},
          retry: () => {},
          dispose: () => {},
        };
      },
      async requestRunner(events) {
        runEvents = events;
        return gpu.ok ? ok(runner) : gpu;
      },
      async loadDemo(name) {
        if (name === 'missing') return fail('The demo missing could not be loaded: 404.');
        return ok({ text: `// ${name}`, uri: `https://example.test/demos/${name}.slang` });
      },
    },
  };
}
