import type { Diagnostic } from '#core/output/compileResult.ts';
import type { SourceTexts } from '#core/output/lineMap/lineMap.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { EditedFile } from '#ui/editor/fileEdits.ts';
import type { Problem } from '#ui/editor/problem.ts';

/** What is shown in the files of exactly these texts. */
export interface ShownDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
}

/** Those of a file in the editor; none if it has been edited since. */
export function problemsOf(
  { path, doc }: Pick<EditedFile, 'path' | 'doc'>,
  { diagnostics, sources }: ShownDiagnostics,
): Problem[] {
  const source = ownValue(sources, `/${path}`);
  const own = diagnostics.filter((diagnostic) => diagnostic.path === `/${path}`);
  if (own.length === 0 || source?.replace(/\r\n?/g, '\n') !== doc.toString()) return [];
  return own.flatMap(({ line, column, length = 0, message, notes }) => {
    if (line < 1 || line > doc.lines) return [];
    const { from, text } = doc.line(line);
    const indent = text.length - text.trimStart().length;
    const start = column === undefined ? from + indent : from + column - 1;
    const end = column === undefined ? from + text.trimEnd().length : start + length;
    const related = notes.map((note) => ({
      kind: 'elsewhere' as const,
      message: note.message,
      label: '',
      open: null,
    }));
    return [{ from: start, to: end, severity: 'error', message, code: '', related, fixes: [] }];
  });
}
