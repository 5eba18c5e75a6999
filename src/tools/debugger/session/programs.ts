import { type CompiledProgram, runRequest } from '#core/output/compileResult.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { type ExplainedError, onWgslErrors } from '#core/plan/wgsl/wgslErrors.ts';
import { readTypeSizes, type SizeOf } from '#core/plan/wgsl/wgslLayout.ts';
import { filesIdentity, type ProjectFile } from '#core/project/project.ts';
import { logAccesses } from '#core/source/instrument/accesses/logAccesses.ts';
import {
  type CompiledInstrumented,
  type CompileText,
  compileInstrumented,
  prefixOf,
} from '#core/source/instrument/compileInstrumented.ts';
import type { PaintedParts } from '#core/source/instrument/instrumentSource.ts';
import type { Texts } from '#core/source/instrument/modules.ts';
import { type Call, callsIn, siteCallPattern } from '#core/source/instrument/siteCalls.ts';
import {
  type BesideSites,
  NOTHING_REFUSED,
  type Refused,
  type TraceKind,
} from '#core/source/instrument/writer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import type { CallPipeline } from '#engine/gpu/frame.ts';
import { createPipelines } from '#engine/gpu/pipelines.ts';
import type { TracedProgram } from '#engine/gpu/trace/frameTracer.ts';
import { drawsOf } from '#engine/gpu/trace/tracedVertices.ts';
import type { DebuggerContext } from './context.ts';
import type { Framed } from './frames.ts';
import { planTraced } from './tracedPlan.ts';

export interface ProgramRequest {
  /** The main file. */
  readonly source: string;
  /** The other files. */
  readonly files: readonly ProjectFile[];
  readonly record: Framed;
  readonly kind: TraceKind;
  /** The only value to record, instead of all; only for the kind `paint`. */
  readonly painted?: PaintedPlace;
  /** Code that runs besides; only for the kinds `records` and `hits`. */
  readonly asked?: Asked;
  /** Called if the program is not cached and must be compiled. */
  onCompiling(): void;
}

/** The only value to record. */
export interface PaintedPlace extends PaintedParts {
  /** Differs for each place of a source, and for each call. */
  readonly key: string;
  /** All sites but its own. */
  readonly others: Refused;
  /** The entry point whose threads are painted; that of the picture if the place is in none. */
  readonly entryPoint: string | null;
}

/** Code that runs at some sites, while others record nothing. */
export interface Asked {
  /** Differs for each question about a source. */
  readonly key: string;
  readonly others: Refused;
  readonly beside: BesideSites;
}

export type Programs = ReturnType<typeof createPrograms>;

/** What is wrong if other code than the source runs, as sentences. */
interface OtherCode {
  readonly doesNotCompile: string;
  readonly changed: string;
}

const NOT_TRACED: OtherCode = {
  doesNotCompile:
    'The source does not compile, so it cannot be traced. Fix the errors listed in Diagnostics, run the shader, then trace again.',
  changed: 'The source has changed since it was last run. Run it, then trace again.',
};

export function createPrograms(
  context: Pick<DebuggerContext, 'compile' | 'workspace'>,
  otherCode: OtherCode = NOT_TRACED,
) {
  let known: KnownPrograms | null = null;
  let mostCopied: number | undefined;
  return {
    /**
     * Gets the instrumented program for the source that runs; cached per source. Null if the signal
     * was aborted.
     */
    async obtain(
      { source, files, record, kind, painted, asked, onCompiling }: ProgramRequest,
      signal: AbortSignal,
    ): Promise<Result<TracedProgram> | null> {
      const { device, descriptor } = record.frame;
      const runs = descriptor.shader.code;
      const texts = { text: source, files };
      const identity = filesIdentity(files);
      const isKnown = known?.source === source && known.identity === identity;
      if (!known || !isKnown || known.device !== device || known.runs !== runs) {
        known = { source, identity, device, runs, plain: null, byKind: new Map() };
      }
      const { byKind } = known;
      const of = painted ? `${painted.key} ${painted.entryPoint}` : (asked?.key ?? '');
      const key = `${kind} ${of}`;
      const found = byKind.get(key);
      if (found) return ok(found);
      onCompiling();
      const ask: CompileText = (text, others) => context.compile(runRequest(text, others), signal);
      const { plain } = known;
      const checked = plain ? ok(plain) : await compilePlain({ texts, runs, otherCode }, ask);
      if (!checked || signal.aborted) return null;
      if (!checked.ok) return checked;
      known = { ...known, plain: checked.value };
      const create = (planned: RunDescriptor) =>
        onDevice(context, device, () => createPipelines(device, planned));
      const { uri } = descriptor;
      const options = {
        ...{ texts, plain: checked.value, kind, painted, asked },
        ...{ ask, create, uri, mostCopied },
      };
      const made = await build(options, signal);
      if (made?.ok) byKind.set(key, made.value);
      return made;
    },
    /** The original program of the one that was obtained last; null if there is none. */
    plain: () => known?.plain ?? null,
    forget() {
      known = null;
    },
    /** Programs compiled after this copy no large values. */
    deviceLost() {
      mostCopied = 0;
    },
  };
}

interface BuildOptions {
  readonly texts: Texts;
  /** The original program. */
  readonly plain: CompiledProgram;
  readonly kind: TraceKind;
  readonly painted: PaintedPlace | undefined;
  readonly asked: Asked | undefined;
  readonly ask: CompileText;
  readonly create: (planned: RunDescriptor) => Promise<Result<readonly CallPipeline[]>>;
  readonly uri: string;
  /** Limit for copies of large values, in bytes. */
  readonly mostCopied: number | undefined;
}

/** How many times to rebuild without the sites that the browser refuses. */
const ROUNDS = 3;

/**
 * Compiles and builds an instrumented program, leaving out what the compiler or the browser
 * refuses.
 */
async function build(
  options: BuildOptions,
  signal: AbortSignal,
): Promise<Result<TracedProgram> | null> {
  let known = options.painted?.others ?? options.asked?.others ?? NOTHING_REFUSED;
  let leftOut = 0;
  for (let round = 0; ; round += 1) {
    const compiled = await compileWithinLimit(options, known);
    if (!compiled || signal.aborted) return null;
    if (!compiled.ok) return compiled;
    const { program, refused, code } = compiled.value;
    leftOut += compiled.value.leftOut;
    const logged =
      options.kind === 'accesses'
        ? await runInSlices(logAccesses(compiled.value.result, prefixOf(program.bufferName)))
        : null;
    const result = logged?.program ?? compiled.value.result;
    const only = options.painted?.entryPoint ?? null;
    const planned = await planTraced(result, options.plain, program, options.uri, only);
    if (!planned.ok) return fail(`The instrumented shader cannot run: ${planned.error}`);
    const { descriptor, ...parts } = planned.value;
    const pipelines = await options.create(descriptor);
    if (signal.aborted) return null;
    if (pipelines.ok) {
      const traceBuffer = program.bufferName;
      const version = { descriptor, pipelines: pipelines.value, traceBuffer, ...parts };
      return ok({ program, accesses: logged?.table ?? null, version, leftOut });
    }
    if (pipelines.error === LOST_DEVICE) return pipelines;
    const more = withoutSites(refused, sitesRefusedIn(descriptor, code.prefix));
    if (round === ROUNDS || !more) {
      return fail(`The shader runs, but its traced version does not. ${pipelines.error}`);
    }
    known = more;
  }
}

interface WithinLimit extends CompiledInstrumented {
  readonly code: InstrumentedCode;
  readonly leftOut: number;
}

/** Compiles without values that are too large to copy; null if cancelled. */
async function compileWithinLimit(
  { texts, ask, kind, painted, asked, mostCopied }: BuildOptions,
  known: Refused,
): Promise<Result<WithinLimit> | null> {
  let without = known;
  let leftOut = 0;
  for (;;) {
    const { beside } = asked ?? {};
    const compiled = await compileInstrumented(texts, ask, kind, without, painted, beside);
    if (!compiled?.ok) return compiled;
    const { program, result, refused } = compiled.value;
    const code = { code: runnableWgsl(result.code).code, prefix: prefixOf(program.bufferName) };
    const large = tooLarge(code, mostCopied);
    const less = withoutSites(refused, large);
    if (!less) return ok({ ...compiled.value, code, leftOut });
    without = less;
    leftOut += large.size;
  }
}

/** Null if all of these sites are left out already. */
function withoutSites(refused: Refused, more: ReadonlyMap<number, string>): Refused | null {
  const { sites } = refused;
  if ([...more.keys()].every((site) => sites.has(site))) return null;
  return { ...refused, sites: new Map([...sites, ...more]) };
}

/** The sites that the browser just refused in the WGSL of a program. */
function sitesRefusedIn(
  { shader: { code: whole, stages = {} }, callCommands }: RunDescriptor,
  prefix: string,
): ReadonlyMap<number, string> {
  const drawn = drawsOf({ callCommands }).map(({ code }) => code.fragment ?? '');
  const texts = [whole, ...Object.values(stages), ...drawn];
  const codes = new Set(texts.map((text) => text && runnableWgsl(text).code));
  let sites: ReadonlyMap<number, string> = new Map();
  const stop = onWgslErrors(({ code, errors }) => {
    if (codes.has(code)) sites = refusedSites({ code, prefix }, errors);
  });
  stop();
  return sites;
}

/** The instrumented programs for one project on one device. */
interface KnownPrograms {
  readonly source: string;
  /** Of the other files. */
  readonly identity: string | null;
  readonly device: GPUDevice;
  /** The WGSL that runs. */
  readonly runs: string;
  /** The original program; null before the first trace. */
  readonly plain: CompiledProgram | null;
  /** By kind, and by what is painted or asked. */
  readonly byKind: Map<string, TracedProgram>;
}

/** Compiles the source, which has to match what runs; null if cancelled. */
async function compilePlain(
  { texts, runs, otherCode }: { texts: Texts; runs: string; otherCode: OtherCode },
  compile: CompileText,
): Promise<Result<CompiledProgram> | null> {
  const plain = await compile(texts.text, texts.files);
  if (!plain) return null;
  if (!plain.succ) return fail(otherCode.doesNotCompile);
  return plain.result.code === runs ? ok(plain.result) : fail(otherCode.changed);
}

const REFUSED = 'The browser refuses the WGSL that records this:';

/**
 * The sites whose recording the browser refuses, each with the reason. For an error in the
 * program's own code, these are the sites recorded on that line or next after it. For an error in a
 * function of the trace code, they are the sites whose calls lead to it. Empty if none is found.
 */
export function refusedSites(
  { code, prefix }: InstrumentedCode,
  errors: readonly Pick<ExplainedError, 'lineNum' | 'said'>[],
): ReadonlyMap<number, string> {
  const lines = code.split('\n');
  const isSiteCall = siteCallPattern(prefix);
  const sites = new Map<number, string>();
  for (const { lineNum, said } of errors) {
    const around = functionAround(lines, lineNum - 1);
    if (!around) continue;
    const { name, end } = around;
    const found = name.startsWith(prefix)
      ? sitesOfCallers(lines, name, isSiteCall)
      : sitesFrom(lines.slice(lineNum - 1, end), isSiteCall);
    for (const site of found) sites.set(site, `${REFUSED} ${said}`);
  }
  return sites;
}

/**
 * The sites in the first line that has any: values are computed on separate lines before they are
 * recorded.
 */
function sitesFrom(lines: readonly string[], isSiteCall: RegExp): number[] {
  for (const line of lines) {
    const calls = callsIn(line).filter(({ name }) => isSiteCall.test(name));
    if (calls.length > 0) return calls.flatMap(({ site }) => site ?? []);
  }
  return [];
}

/** The sites in the calls that reach a function of the trace code, directly or indirectly. */
function sitesOfCallers(lines: readonly string[], name: string, isSiteCall: RegExp): number[] {
  const names = new Set([name]);
  const sites: number[] = [];
  for (const called of names) {
    for (const [index, line] of lines.entries()) {
      if (line.startsWith('fn ') || !line.includes(called)) continue;
      const calls = callsIn(line).filter((call) => call.name === called);
      for (const { site } of calls) {
        if (site === null || !isSiteCall.test(called)) {
          const caller = functionAround(lines, index)?.name;
          if (caller !== undefined) names.add(caller);
        } else sites.push(site);
      }
    }
  }
  return sites;
}

/**
 * The function that contains a line, in the Slang compiler's layout, and the index of its last
 * line.
 */
function functionAround(
  lines: readonly string[],
  index: number,
): { readonly name: string; readonly end: number } | undefined {
  const before = lines.slice(0, index + 1);
  const start = before.findLastIndex((line) => /^(?:fn |\})/.test(line));
  const name = /^fn ([^\s(]+)/.exec(lines[start] ?? '')?.[1];
  const end = lines.indexOf('}', index);
  return name === undefined ? undefined : { name, end: end < 0 ? lines.length : end };
}

/** In bytes. Copying smaller values costs next to nothing. */
const LARGE = 256;

/** How much all sites together may copy, in bytes. A software device failed at three times this. */
const MOST = 65_536;

/** The cost of recording a site's value. */
interface CopiedValue {
  readonly site: number;
  /** The value's size in bytes. */
  readonly size: number;
  /**
   * Total of copied bytes: in every place where a driver inlines the recording, and in every
   * function that passes the value on.
   */
  readonly bytes: number;
}

/**
 * The sites to leave out, with the reason: those that copy most, until the rest is within the
 * limit.
 */
export function tooLarge(code: InstrumentedCode, most: number = MOST): ReadonlyMap<number, string> {
  const values = copiedValues(code).toSorted((one, other) => one.bytes - other.bytes);
  let left = values.reduce((sum, { bytes }) => sum + bytes, 0);
  const sites = new Map<number, string>();
  for (let value = values.pop(); value && left > most; value = values.pop()) {
    const size = value.size.toLocaleString('en');
    const reason = `This value has ${size} bytes: copying it could make the graphics device fail.`;
    sites.set(value.site, reason);
    left -= value.bytes;
  }
  return sites;
}

interface WgslFunction {
  /** Total size of the large parameters, in bytes. */
  readonly copied: number;
  readonly body: readonly string[];
}

/** The large values that an instrumented program copies to record them. */
export function copiedValues({ code, prefix }: InstrumentedCode): CopiedValue[] {
  const functions = readFunctions(code);
  const calls = new Map(
    [...functions].map(([name, { body }]) => [name, callsOf(body, functions)] as const),
  );
  const placesOf = placesCounter(calls);
  const costs = new Map<string, number>();
  const costOf = (name: string): number => {
    const known = costs.get(name);
    if (known !== undefined) return known;
    costs.set(name, 0);
    const called = (calls.get(name) ?? []).filter(({ name: other }) => other.startsWith(prefix));
    const cost = called.reduce((sum, { name: other }) => sum + costOf(other), 0);
    costs.set(name, cost + (functions.get(name)?.copied ?? 0));
    return costs.get(name) ?? 0;
  };
  const isSiteCall = siteCallPattern(prefix);
  const found: CopiedValue[] = [];
  for (const [around, all] of calls) {
    for (const { name, site } of all) {
      const size = functions.get(name)?.copied ?? 0;
      if (site === null || size === 0 || !isSiteCall.test(name)) continue;
      found.push({ site, size, bytes: placesOf(around) * costOf(name) });
    }
  }
  return found;
}

/** Omits WGSL's built-in functions. */
function callsOf(
  body: readonly string[],
  functions: ReadonlyMap<string, unknown>,
): readonly Call[] {
  return body.flatMap(callsIn).filter(({ name }) => functions.has(name));
}

/**
 * Returns a function that counts the places where a function ends up once all calls are inlined.
 */
function placesCounter(calls: ReadonlyMap<string, readonly Call[]>): (name: string) => number {
  const callers = new Map<string, string[]>();
  for (const [caller, all] of calls) {
    for (const { name } of all) callers.set(name, [...(callers.get(name) ?? []), caller]);
  }
  const places = new Map<string, number>();
  const placesOf = (name: string): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, 0);
    const around = callers.get(name);
    // An entry point has no callers.
    const count = around ? around.reduce((sum, caller) => sum + placesOf(caller), 0) : 1;
    places.set(name, count);
    return count;
  };
  return placesOf;
}

const HEAD = /^fn ([^\s(]+)\((.*)\)(?: -> .*)?$/;
const PARAMETER = /(?<!\w)\w+ : (.+?)(?=, {2}|$)/g;

/**
 * Expects the Slang compiler's layout: the head on one line, and the closing brace on its own line.
 */
function readFunctions(code: string): ReadonlyMap<string, WgslFunction> {
  const sizeOf = readTypeSizes(code);
  const functions = new Map<string, WgslFunction>();
  const lines = code.split('\n');
  for (const [at, line] of lines.entries()) {
    const [, name, parameters = ''] = HEAD.exec(line) ?? [];
    if (name === undefined) continue;
    const end = lines.indexOf('}', at);
    const body = lines.slice(at + 1, end < 0 ? lines.length : end);
    functions.set(name, { copied: bytesOf(parameters, sizeOf), body });
  }
  return functions;
}

function bytesOf(parameters: string, sizeOf: SizeOf): number {
  let bytes = 0;
  for (const [, type = ''] of parameters.matchAll(PARAMETER)) {
    const size = sizeOf(type) ?? 0;
    if (size >= LARGE) bytes += size;
  }
  return bytes;
}

/** An instrumented program as sent to the browser. */
interface InstrumentedCode {
  readonly code: string;
  /** The prefix of all names in the trace code. */
  readonly prefix: string;
}

export const LOST_DEVICE =
  'The graphics device was lost during the trace, so the shader restarts. If you trace again, large values are left out.';

/** Runs GPU work for the debugger. If the device is lost meanwhile, the shader is not blamed. */
export async function onDevice<Value>(
  { workspace }: Pick<DebuggerContext, 'workspace'>,
  device: GPUDevice,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const end = workspace.beginToolWork();
  try {
    const done = await settled(work);
    return done.ok || !(await isLost(device)) ? done : fail(LOST_DEVICE);
  } finally {
    end();
  }
}

/** Work on a lost device rejects. */
async function settled<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (thrown) {
    return fail(messageOf(thrown));
  }
}

/** Browsers report a device loss at most this long after the work that it makes fail, in ms. */
const SOON = 100;

/** A device that completes its work is not lost. */
function isLost(device: GPUDevice): Promise<boolean> {
  const soon = new Promise<false>((resolve) => setTimeout(() => resolve(false), SOON));
  const lost = device.lost.then(() => true);
  const answer = device.queue.onSubmittedWorkDone().then(
    () => false,
    () => soon,
  );
  return Promise.race([lost, answer, soon]);
}
