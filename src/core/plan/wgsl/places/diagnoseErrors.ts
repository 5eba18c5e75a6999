import { type Diagnostic, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import type { MainOrigins, SourceFile, SourceTexts } from '#core/output/lineMap/lineMap.ts';
import type { ExplainedError } from '#core/plan/wgsl/wgslErrors.ts';
import { createCallSearch, type ErrorPlace, type MappedWgsl, placeError } from './errorPlace.ts';
import { rangeInLine } from './wordRange.ts';

/** WGSL that the browser refuses, with its errors and with what its lines come from. */
export interface RefusedWgsl {
  readonly code: string;
  readonly map: MainOrigins;
  readonly sources: SourceTexts;
  readonly errors: readonly ExplainedError[];
}

/** More would only repeat themselves. */
const MAX_ERRORS = 50;
/** Longer lines of WGSL are cut. */
const MAX_QUOTE = 200;

/**
 * The browser's errors at their places in the source, each message once for each line. A place in no
 * known file is line 0 of the main file.
 */
export function diagnoseErrors({ code, map, sources, errors }: RefusedWgsl): Diagnostic[] {
  const texts = new Map(
    Object.entries(sources).map(([path, text]) => [path, text.split(/\r\n|\r|\n/)]),
  );
  const lines = code.split('\n');
  const program: MappedWgsl = {
    lines,
    map,
    callsOf: createCallSearch(lines),
    linesOf: (file) => (file.kind === 'project' ? (texts.get(file.path) ?? null) : null),
  };
  const found = new Map<string, Diagnostic>();
  for (const error of errors.slice(0, MAX_ERRORS)) {
    const diagnostic = diagnose(program, error);
    const key = JSON.stringify([diagnostic.path, diagnostic.line, diagnostic.message]);
    if (!found.has(key)) found.set(key, diagnostic);
  }
  return [...found.values()];
}

function diagnose(program: MappedWgsl, error: ExplainedError): Diagnostic {
  const wgsl = program.lines[error.lineNum - 1] ?? '';
  const place = placeError(program, error);
  const line = place ? program.linesOf(place.file)?.[place.line - 1] : undefined;
  return {
    severity: 'error',
    path: place ? pathOf(place.file) : USER_SHADER_PATH,
    line: place?.line ?? 0,
    ...(line === undefined ? {} : rangeInLine(line, wgsl, error)),
    message: [meaningOf(error), ...placeSentences(place)].join(' '),
    notes: [quoteOf(error, wgsl)],
  };
}

function meaningOf({ meaning, said }: ExplainedError): string {
  return meaning ?? `The browser refuses the WGSL of this line: ${said}.`;
}

/** What a person should know about the place; empty if it is certain. */
function placeSentences(place: ErrorPlace | null): string[] {
  if (!place) return ['Its source line is unknown: look for the WGSL in Target Code.'];
  const sentences: string[] = [];
  if (place.within) {
    sentences.push(`The code belongs to ${nameOf(place.within)}, which this line uses.`);
  } else if (place.file.kind !== 'project') {
    sentences.push(
      `The code belongs to ${nameOf(place.file)}, and no line of yours is known to use it.`,
    );
  }
  if (place.approximate) sentences.push('The place is approximate.');
  return sentences;
}

function nameOf(file: SourceFile): string {
  switch (file.kind) {
    case 'project':
      return file.path.slice(1);
    case 'library':
      return `the module ${file.name}`;
    case 'core':
      return 'the compiler’s core library';
  }
}

function pathOf(file: SourceFile): string {
  switch (file.kind) {
    case 'project':
      return file.path;
    case 'library':
      return `/${file.name}.slang`;
    case 'core':
      return file.name;
  }
}

function quoteOf({ lineNum, said, meaning }: ExplainedError, wgsl: string): Diagnostic {
  const text = wgsl.trim();
  const quote = text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
  const words = meaning === null ? '' : ` (${said})`;
  return {
    severity: 'note',
    path: '',
    line: 0,
    message: `WGSL line ${lineNum}: ${quote}${words}`,
    notes: [],
  };
}
