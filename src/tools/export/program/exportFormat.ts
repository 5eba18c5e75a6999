import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { Result } from '#core/util/result.ts';
import type { ExportedProgram } from './exportedProgram.ts';

export interface ExportFormat {
  /** Unique and stable across visits. */
  readonly id: string;
  /** Label in the dialog, such as `HTML page`. */
  readonly name: string;
  /** One sentence: what it is, what runs it, and how far it was tested. */
  readonly description: string;
  /** Parts of the program that the format cannot reproduce, as sentences; empty if none. */
  limits(program: ExportedProgram): readonly string[];
  /** Fails with a sentence if no file can be made. */
  make(program: ExportedProgram, context: ExportContext): Promise<Result<File>>;
}

export interface ExportContext {
  readonly signal: AbortSignal;
  /** Null if aborted. Uses cached results where possible. */
  compile(request: CompileRequest, signal: AbortSignal): Promise<CompileReport | null>;
}
