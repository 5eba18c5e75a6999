import type { ProjectFile } from '#core/project/project.ts';
import type { JsonValue } from '#core/util/json.ts';
import type { CompileTarget } from './compileTarget.ts';

/** The user's main file as it appears in the compiler's messages. */
export const USER_SHADER_PATH = '/user.slang';

/**
 * What to compile (specification, section 3). The worker receives it unchanged: `entrypoint` here
 * is `entryPoint` everywhere else.
 */
export interface CompileRequest {
  readonly target: CompileTarget;
  /** The entry point to compile; ignored by targets that compile the whole program. */
  readonly entrypoint: string | null;
  readonly sourceCode: string;
  /** The virtual path of the user's file, for messages and relative imports. */
  readonly shaderPath: string;
  /** Other files that the source may import or include; none if absent. */
  readonly files?: readonly ProjectFile[];
}

/** The compile request that Run makes. Compiling ahead of Run must use the same request. */
export function runRequest(sourceCode: string, files: readonly ProjectFile[] = []): CompileRequest {
  return { target: 'WGSL', entrypoint: null, sourceCode, shaderPath: USER_SHADER_PATH, files };
}

/**
 * Who requested the compile: the user, who pressed a button and may cancel it; one of the user's
 * tools, such as the debugger; or the page, for a background update.
 */
export type Asker = 'person' | 'tool' | 'page';

export type ThreadGroupSize = readonly [x: number, y: number, z: number];

export interface CompiledProgram {
  readonly target: CompileTarget;
  /** The target's text; for SPIRV, the disassembled module. */
  readonly code: string;
  /** The module's bytes, for SPIRV only. */
  readonly binary: Uint8Array | null;
  /** Maps a string literal's hash, an unsigned 32-bit number, to its text. */
  readonly hashedStrings: Readonly<Record<number, string>>;
  /** The compiler's unprocessed layout; `readReflection` makes typed values of it. */
  readonly reflection: JsonValue;
  readonly threadGroupSizes: Readonly<Record<string, ThreadGroupSize>>;
  /**
   * Byte stride of each buffer's elements, by the buffer's name in WGSL, where it may differ from
   * reflection, which lacks the matrix layout.
   */
  readonly strides?: Readonly<Record<string, number>>;
  /** The WGSL of each entry point on its own, if the program has a fragment stage. */
  readonly stages?: Readonly<Record<string, string>>;
}

/**
 * The outcome of a request (specification, section 3): `message` is one sentence, `log` is the
 * compiler's own text, and `diagnostics` lists the problems parsed from it, including warnings. The
 * worker posts it and caches store it unchanged: `succ` here is `succeeded` in the store and the
 * API.
 */
export type CompilerAnswer<Value> = {
  readonly message: string;
  readonly log: string;
  readonly diagnostics: readonly Diagnostic[];
} & (
  | { readonly succ: true; readonly result: Value }
  | { readonly succ: false; readonly result: null }
);

export type CompileResult = CompilerAnswer<CompiledProgram>;

export type CompileReport = CompileResult & {
  /** Milliseconds in the worker, or until a cache returned the result. */
  readonly milliseconds: number;
  /** The compiler's memory in bytes; null if the compiler was not used. */
  readonly memoryBytes: number | null;
  readonly cached: boolean;
};

export interface EntryPoint {
  readonly name: string;
  /** The stage as reflection names it, such as `compute`; `unknown` if the compiler gives none. */
  readonly stage: string;
}

/** The entry points depend on the target, because targets differ in what they can express. */
export type EntryPointsRequest = Omit<CompileRequest, 'entrypoint'>;

export type EntryPointsResult = CompilerAnswer<readonly EntryPoint[]>;

export type Severity = 'note' | 'warning' | 'error' | 'fatal';

export interface Diagnostic {
  readonly severity: Severity;
  /** The compiler's number, such as 30015; absent if it gives none. */
  readonly code?: number;
  /** The file's path as the compiler prints it; empty if the message has no location. */
  readonly path: string;
  /** One-based line; 0 if the message has no location. */
  readonly line: number;
  /** One-based column in UTF-16 units; absent if the compiler shows none. */
  readonly column?: number;
  /** Length in UTF-16 units, up to the end of the line at most. */
  readonly length?: number;
  readonly message: string;
  readonly notes: readonly Diagnostic[];
}
