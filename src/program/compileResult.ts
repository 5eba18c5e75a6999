import type { JsonValue } from '#shared/json.ts';
import type { CompileTarget } from './compileTarget.ts';
import type { Diagnostic } from './diagnostics/diagnostics.ts';

/** The path of the user's source in the compiler's messages. */
export const USER_SHADER_PATH = '/user.slang';

/** What to compile (specification, section 3). */
export interface CompileRequest {
  readonly target: CompileTarget;
  /** The one entry point to compile; ignored by targets that compile the whole program. */
  readonly entrypoint: string | null;
  readonly sourceCode: string;
  /** The virtual path of the user's file, for messages and relative imports. */
  readonly shaderPath: string;
}

/** The request that Run makes of a source; whoever guesses what Run will ask has to ask the same. */
export function runRequest(sourceCode: string): CompileRequest {
  return { target: 'WGSL', entrypoint: null, sourceCode, shaderPath: USER_SHADER_PATH };
}

/**
 * Who wants an answer: a person who has pressed a button, and may cancel it; a tool that a person
 * uses, beside that; or the page, which keeps something up to date by itself.
 */
export type Asker = 'person' | 'tool' | 'page';

/** Threads in a group along x, y and z. */
export type ThreadGroupSize = readonly [x: number, y: number, z: number];

/** A program that was compiled. */
export interface CompiledProgram {
  readonly target: CompileTarget;
  /** The target's text; for SPIRV, the disassembled module. */
  readonly code: string;
  /** The module's bytes, for SPIRV only. */
  readonly binary: Uint8Array | null;
  /** From a string literal's hash, an unsigned 32-bit number, to its text. */
  readonly hashedStrings: Readonly<Record<number, string>>;
  /** The compiler's layout as it gives it; `readReflection` makes typed values of it. */
  readonly reflection: JsonValue;
  readonly threadGroupSizes: Readonly<Record<string, ThreadGroupSize>>;
}

/**
 * What became of a request (specification, section 3): `message` says it in a sentence, `log` is
 * the compiler's own text, `diagnostics` the same text as structure, warnings included.
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

/** A compile's result, and what it took. */
export type CompileReport = CompileResult & {
  /** Time in the worker, or until the result was found, in milliseconds. */
  readonly milliseconds: number;
  /** What the compiler holds, in bytes; null if it was not asked. */
  readonly memoryBytes: number | null;
  /** Whether the result was remembered from an equal request. */
  readonly cached: boolean;
};

export interface EntryPoint {
  readonly name: string;
  /** As reflection names it, such as `compute`; `unknown` where the compiler does not say. */
  readonly stage: string;
}

/** Which entry points there are depends on what a target can express. */
export type EntryPointsRequest = Omit<CompileRequest, 'entrypoint'>;

export type EntryPointsResult = CompilerAnswer<readonly EntryPoint[]>;
