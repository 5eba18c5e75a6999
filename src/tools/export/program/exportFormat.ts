import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { Result } from '#core/util/result.ts';
import type { ExportedProgram } from './exportedProgram.ts';

/** A form in which a program leaves the playground. */
export interface ExportFormat {
  /** Unique, and the same at each visit. */
  readonly id: string;
  /** The option's name, such as `HTML page`. */
  readonly name: string;
  /** One sentence: what it is, what runs it, and how far it was checked. */
  readonly description: string;
  /** What of this program the format cannot contain, as sentences; none if it contains everything. */
  limits(program: ExportedProgram): readonly string[];
  /** Fails with a sentence if there is nothing to download. */
  make(program: ExportedProgram, context: ExportContext): Promise<Result<File>>;
}

export interface ExportContext {
  readonly signal: AbortSignal;
  /** Null if aborted. Answers come from the cache where it has them. */
  compile(request: CompileRequest, signal: AbortSignal): Promise<CompileReport | null>;
}
