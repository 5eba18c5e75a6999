import type { TracedVersion } from '#debugger/gpu/frameTracer.ts';
import { compileInstrumented } from '#debugger/instrument/compileInstrumented.ts';
import type { InstrumentedProgram } from '#debugger/instrument/site.ts';
import { createPipelines } from '#gpu/pipelines.ts';
import { runRequest } from '#program/compileResult.ts';
import { planRun } from '#program/plan/planRun.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { DebuggerContext } from './context.ts';
import type { FrameRecord } from './frames.ts';

/** A source as it is traced. */
export interface TracedProgram {
  readonly source: string;
  readonly program: InstrumentedProgram;
  readonly version: TracedVersion;
}

export interface Programs {
  /**
   * The instrumented program of a source that runs; the same once more for the same source. Null if
   * the signal was aborted.
   *
   * @param onCompiling it is not known yet
   */
  obtain(
    source: string,
    record: FrameRecord,
    signal: AbortSignal,
    onCompiling: () => void,
  ): Promise<Result<TracedProgram> | null>;
  forget(): void;
}

const DOES_NOT_COMPILE =
  'The source does not compile, so it cannot be traced. Mend the errors that Diagnostics lists, run it, then trace again.';
const CHANGED = 'The source is not the one that runs any more. Run it, then trace again.';

export function createPrograms({ compile }: Pick<DebuggerContext, 'compile'>): Programs {
  let known: (TracedProgram & { readonly device: GPUDevice; readonly runs: string }) | null = null;
  return {
    async obtain(source, record, signal, onCompiling) {
      const { device, descriptor } = record.frame;
      const runs = descriptor.shader.code;
      if (known?.source === source && known.device === device && known.runs === runs) {
        return ok(known);
      }
      onCompiling();
      const ask = (text: string) => compile(runRequest(text), signal);
      const plain = await ask(source);
      if (!plain) return null;
      if (!plain.succ) return fail(DOES_NOT_COMPILE);
      if (plain.result.code !== runs) return fail(CHANGED);
      const compiled = await compileInstrumented(source, ask);
      if (!compiled || signal.aborted) return null;
      if (!compiled.ok) return compiled;
      const { program, result } = compiled.value;
      const planned = planRun(result, descriptor.uri);
      if (!planned.ok) return fail(`The instrumented shader cannot run: ${planned.error}`);
      const pipelines = await createPipelines(device, planned.value);
      if (signal.aborted) return null;
      if (!pipelines.ok) return fail(`The shader runs, but not with its trace. ${pipelines.error}`);
      const version = { descriptor: planned.value, pipelines: pipelines.value };
      known = { source, program, version, device, runs };
      return ok(known);
    },
    forget() {
      known = null;
    },
  };
}
