import {
  type CompileResult,
  type Diagnostic,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import { brief } from '#core/util/text.ts';

/** Why a compile failed, in one line: the first error, or what the compiler says first. */
export function reasonOf({ message, log, diagnostics }: CompileResult): string {
  const error = diagnostics.find(({ severity }) => severity === 'error' || severity === 'fatal');
  if (error) return firstLine(`${placeOf(error)}${error.message}`);
  return firstLine(message) || firstLine(log) || 'The compiler gives no reason.';
}

/** Such as `Line 3: `; empty if the compiler gives no place. */
function placeOf({ path, line }: Diagnostic): string {
  if (line === 0) return '';
  return path === USER_SHADER_PATH
    ? `Line ${line}: `
    : `${path.replace(/^\//, '')}, line ${line}: `;
}

function firstLine(text: string): string {
  return brief(text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '');
}
