import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { observedFrame } from '../../../../tests/support/observedFrame.ts';
import { createPlanner, type Planner } from '../../../../tests/support/planner.ts';
import type { DebuggerContext } from './context.ts';
import { createPrograms, LOST_DEVICE, type Programs } from './programs.ts';

/** Passes values of this size through four calls. */
const passing = (bytes: number) => `import playground; import rendering;
[playground::ZEROS(64)] RWStructuredBuffer<int> result;
struct Table { int cells[${bytes / 4}]; }
Table made(int k) { Table table; table.cells[k] = k; return table; }
int sum(Table table) { return table.cells[3]; }
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void main() { result[0] = sum(made(sum(made(3)))); }
`;

let compiler: Compiler;
let planner: Planner;
beforeAll(async () => {
  [compiler, planner] = await Promise.all([createTestCompiler(), createPlanner()]);
});

/** The notifications that the debugger sent to the workspace. */
let told: string[];
let programs: Programs;
beforeEach(() => {
  stubGpuConstants();
  told = [];
  programs = createPrograms({
    compile: async ({ sourceCode, ...request }: CompileRequest) =>
      ({
        ...compiler.compile({ sourceCode, ...request }),
        ...{ milliseconds: 1, memoryBytes: null, cached: false },
      }) as CompileReport,
    workspace: {
      beginToolWork() {
        told.push('begins');
        return () => told.push('ends');
      },
    } as unknown as DebuggerContext['workspace'],
  });
});
afterEach(() => vi.unstubAllGlobals());

async function requestFor(source: string, fake: FakeDevice) {
  const frame = await observedFrame(fake, planner.descriptor(source));
  const record: FrameRecord = { frame, copies: Promise.resolve(null) };
  return { source, files: [], record, kind: 'records' as const, onCompiling() {} };
}

async function obtain(source: string) {
  const request = await requestFor(source, createFakeDevice());
  const program = await programs.obtain(request, new AbortController().signal);
  if (!program?.ok) throw new Error(program?.error);
  return program.value;
}

const reasons = ({ program: { unseen } }: Awaited<ReturnType<typeof obtain>>) =>
  unseen.map(({ line, reason }) => `${line}: ${reason}`);

it('records large values that are rarely copied', async () => {
  const traced = await obtain(passing(1024));
  expect(traced.leftOut).toBe(0);
  expect(reasons(traced)).toEqual([]);
});

it('leaves out values that would be copied too often', async () => {
  const traced = await obtain(passing(16_384));
  const reason = 'This value has 16,384 bytes: copying it could make the graphics device fail.';
  expect(reasons(traced)).toEqual([`4: ${reason}`, `5: ${reason}`]);
  expect(traced.leftOut).toBe(2);
  expect(traced.version.descriptor.shader.code).not.toContain('array<i32, i32(4096)>,  at');
});

it('tells the workspace about its GPU work, so that a lost device is not blamed on the shader', async () => {
  await obtain(passing(1024));
  expect(told).toEqual(['begins', 'ends']);
  const lost = createFakeDevice();
  const request = await requestFor(passing(2048), lost);
  lost.finishPipelines = false;
  const building = programs.obtain(request, new AbortController().signal);
  await vi.waitFor(() => expect(told).toEqual(['begins', 'ends', 'begins']));
  lost.lose();
  expect(await building).toEqual({ ok: false, error: LOST_DEVICE });
  expect(told).toEqual(['begins', 'ends', 'begins', 'ends']);
});

it('leaves out all large values after the device was lost', async () => {
  programs.deviceLost();
  expect((await obtain(passing(1024))).leftOut).toBe(2);
});
