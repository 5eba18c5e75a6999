import { createStore, type StoreApi } from 'zustand/vanilla';
import { type CompileTarget, compilesWholeProgram } from '#core/output/compileTarget.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { createDisposer } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import type { CompiledCode } from '#tools/code/analysis/lineMaps.ts';
import { type ChangesState, NOTHING_COMPILED, type Output } from '#tools/code/changes/state.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import type { WorkspaceState } from '#workspace/state.ts';

export interface ChangesContext extends CodeTools {
  whenIdle(callback: () => void): void;
}

/** Keeps and compares the newest and the previous code of each output. */
export type ChangesSession = ReturnType<typeof createChangesSession>;

interface SessionParts {
  readonly context: ChangesContext;
  readonly store: StoreApi<ChangesState>;
  kept: KeptVersions;
  /** Number of the newest compile, so that an older comparison can tell that it is obsolete. */
  newest: number;
  /** Resolves when the comparison in progress ends. */
  comparing: Promise<void>;
}

/** Follows the page's compiles, and compares each with the previous one once the page is idle. */
export function createChangesSession(context: ChangesContext) {
  const parts: SessionParts = {
    context,
    store: createStore<ChangesState>(() => NOTHING_COMPILED),
    kept: new Map(),
    ...{ newest: 0, comparing: Promise.resolve() },
  };
  const workspace = context.workspace.store;
  const disposer = createDisposer();
  disposer.add(workspace.subscribe((state, before) => follow(parts, state, before)));
  disposer.add(() => {
    parts.newest += 1;
  });
  const compiled = compiledIn(workspace.getState());
  if (compiled) add(parts, compiled, false);
  return {
    context,
    store: parts.store,
    /** An output's code before the last edit that changed it; null if there is none. */
    previousOf: (target: CompileTarget, entryPoint: string | null): CompiledCode | null =>
      parts.kept.get(outputKey(target, entryPoint))?.previous ?? null,
    dispose: disposer.dispose,
  };
}

function follow(parts: SessionParts, state: WorkspaceState, before: WorkspaceState): void {
  if (state.opened.revision !== before.opened.revision) {
    parts.kept = new Map();
    parts.newest += 1;
    parts.store.setState(NOTHING_COMPILED, true);
  }
  if (state.targetCode === before.targetCode) return;
  const compiled = compiledIn(state);
  const { compilation } = before;
  if (compiled) add(parts, compiled, compilation.kind === 'compiling' && compilation.live);
}

/** Null if the newest compile failed. */
function compiledIn({ targetCode, reflection }: WorkspaceState): CompiledCode | null {
  if (!targetCode?.succeeded || !targetCode.request || reflection === null) return null;
  return { request: targetCode.request, code: targetCode.text, reflection };
}

function add(parts: SessionParts, compiled: CompiledCode, isLive: boolean): void {
  const { target, entrypoint } = compiled.request;
  const output = { target, entryPoint: compilesWholeProgram(target) ? null : entrypoint };
  parts.kept = withCompile(parts.kept, { compiled, at: performance.now(), isLive });
  parts.newest += 1;
  const versions = parts.kept.get(outputKey(target, entrypoint));
  if (!versions) parts.store.setState({ kind: 'too large', output }, true);
  else if (!versions.base) parts.store.setState({ kind: 'first', output }, true);
  else compare(parts, output, versions);
}

/** Runs one comparison at a time. Of those that wait, only the newest runs. */
function compare(parts: SessionParts, output: Output, { base, newest }: Versions): void {
  const number = parts.newest;
  const before = base?.code ?? '';
  const after = newest.code;
  const run = async () => {
    const isNewest = () => number === parts.newest;
    if (!isNewest()) return;
    await new Promise<void>((resolve) => parts.context.whenIdle(resolve));
    if (!isNewest()) return;
    const { target } = output;
    const state = await parts.context.analysis.ask('compareCode', { target, before, after }).then(
      (difference): ChangesState => ({ kind: 'compared', output, difference }),
      (thrown: unknown): ChangesState => ({ kind: 'failed', output, reason: messageOf(thrown) }),
    );
    if (isNewest()) parts.store.setState(state, true);
  };
  parts.comparing = parts.comparing.then(run);
}

interface Versions {
  readonly newest: CompiledCode;
  /** What the newest code is compared with; null for the first compile. */
  readonly base: CompiledCode | null;
  /** The last code that differed from the newest; null if there is none. */
  readonly previous: CompiledCode | null;
  /** When live mode compiled the newest code, in ms; null if the user asked for the compile. */
  readonly liveSince: number | null;
}

/** By output key; the most recently compiled output is last. */
export type KeptVersions = ReadonlyMap<string, Versions>;

interface Compile {
  readonly compiled: CompiledCode;
  /** Milliseconds on any clock. */
  readonly at: number;
  readonly isLive: boolean;
}

/** Live-mode compiles within this time of each other count as one edit (ms). */
export const EDIT_PAUSE = 3000;

const MAX_OUTPUTS = 12;

/** Limit for sources and code, in bytes, at two bytes per character. */
export const MAX_BYTES = 16e6;

export function outputKey(target: CompileTarget, entryPoint: string | null): string {
  return compilesWholeProgram(target) ? target : `${target} ${entryPoint ?? ''}`;
}

/** Adds a successful compile. Compiling the same source again changes nothing. */
export function withCompile(kept: KeptVersions, { compiled, at, isLive }: Compile): KeptVersions {
  const key = outputKey(compiled.request.target, compiled.request.entrypoint);
  const known = kept.get(key);
  const versions = new Map(kept);
  versions.delete(key);
  const next = known ? after(known, { compiled, at, isLive }) : first(compiled, at, isLive);
  // Keeping an output this large would evict all others, and still not fit.
  return bytesOf(next) > MAX_BYTES ? versions : bounded(versions.set(key, next));
}

function first(newest: CompiledCode, at: number, isLive: boolean): Versions {
  return { newest, base: null, previous: null, liveSince: isLive ? at : null };
}

function after(known: Versions, { compiled, at, isLive }: Compile): Versions {
  if (haveSameSource(known.newest, compiled)) return known;
  const { liveSince } = known;
  const isSameEdit = isLive && liveSince !== null && at - liveSince <= EDIT_PAUSE;
  const base = (isSameEdit ? known.base : null) ?? known.newest;
  const candidates = [base, known.newest, known.previous];
  return {
    newest: compiled,
    base,
    previous: candidates.find((each) => each && each.code !== compiled.code) ?? null,
    liveSince: isLive ? at : null,
  };
}

function haveSameSource(one: CompiledCode, other: CompiledCode): boolean {
  return JSON.stringify(textsOf(one.request)) === JSON.stringify(textsOf(other.request));
}

/** Evicts the least recently compiled outputs. */
function bounded(versions: Map<string, Versions>): KeptVersions {
  let bytes = 0;
  for (const each of versions.values()) bytes += bytesOf(each);
  for (const [key, oldest] of versions) {
    if (versions.size <= MAX_OUTPUTS && bytes <= MAX_BYTES) break;
    versions.delete(key);
    bytes -= bytesOf(oldest);
  }
  return versions;
}

function bytesOf({ newest, base, previous }: Versions): number {
  let characters = 0;
  for (const compiled of new Set([newest, base, previous])) {
    if (!compiled) continue;
    const { sourceCode, files = [] } = compiled.request;
    characters += compiled.code.length + sourceCode.length;
    for (const { text } of files) characters += text.length;
  }
  return 2 * characters;
}
