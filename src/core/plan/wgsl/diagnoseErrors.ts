import { type Diagnostic, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import type {
  LineOrigin,
  MainOrigins,
  SourceFile,
  SourceTexts,
} from '#core/output/lineMap/lineMap.ts';
import type { ExplainedError, WgslError } from './wgslErrors.ts';
import { withoutNumber } from './wgslUse.ts';

/** WGSL that the browser refused, with its errors and the origins of its lines. */
export interface RefusedWgsl {
  readonly code: string;
  readonly map: MainOrigins;
  readonly sources: SourceTexts;
  readonly errors: readonly ExplainedError[];
}

/** Later errors would only repeat these. */
const MAX_ERRORS = 50;
/** Longer lines of WGSL are truncated. */
const MAX_QUOTE = 200;

/**
 * Converts the browser's errors to diagnostics in the source, each message once per line. An error
 * in no known file is reported on line 0 of the main file.
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

/** What the user should know about the place; empty if it is certain. */
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

interface ErrorPlace {
  readonly file: SourceFile;
  /** One-based. */
  readonly line: number;
  /** Whether the line is only a guess within the function that the WGSL comes from. */
  readonly approximate: boolean;
  /** The module that contains the refused code, if `line` is a line of the project that uses it. */
  readonly within: SourceFile | null;
}

interface MappedWgsl {
  readonly lines: readonly string[];
  readonly map: MainOrigins;
  /** A file's lines; null if the page does not have its text. */
  linesOf(file: SourceFile): readonly string[] | null;
  callsOf(name: string): readonly number[];
}

const CALLED = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*(?=\()/gu;

/** Returns a function that finds the lines with calls. Reads the code on its first call. */
function createCallSearch(lines: readonly string[]): MappedWgsl['callsOf'] {
  let calls: Map<string, number[]> | undefined;
  return (name) => {
    calls ??= findCalls(lines);
    return calls.get(name) ?? [];
  };
}

function findCalls(lines: readonly string[]): Map<string, number[]> {
  const calls = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    for (const [name] of line.matchAll(CALLED)) {
      const found = calls.get(name);
      if (found) found.push(index);
      else calls.set(name, [index]);
    }
  }
  return calls;
}

/** Finds the origin of the refused WGSL; null if it is unknown. */
function placeError(program: MappedWgsl, error: WgslError): ErrorPlace | null {
  const { lines } = program;
  const at = tellingLine(lines, error.lineNum - 1);
  const place = placeOf(program, at);
  if (place?.file.kind === 'project') {
    const names = markedNames(lines[error.lineNum - 1] ?? '', error);
    return atName(place, program.linesOf(place.file) ?? [], names);
  }
  const use = placeOfUse(program, at);
  return use ? { ...use, within: place?.file ?? null } : place;
}

/** The line of WGSL whose origin to report, if the refused line itself has none. */
function tellingLine(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  if (!/\w/.test(line)) {
    // A brace belongs to the header or statement before it.
    const before = lines.slice(0, Math.max(0, at)).findLastIndex((each) => /\w/.test(each));
    return Math.max(0, before);
  }
  if (!/^enable .*\bf16\b/.test(line)) return at;
  // The source has no `enable` line, so report the first use of the extension.
  const use = lines.findIndex(
    (each, index) => index > at && /\bf16\b|(?<!\d|\d\.)\d+(?:\.\d*)?h\b/.test(each),
  );
  return use < 0 ? at : use;
}

/** How many lines back to look for a name. */
const MAX_BACK = 20;

/**
 * The compiler inlines a variable's value where it is used, so the marked code may come from an
 * earlier line. Looks for it by name.
 */
function atName(
  place: ErrorPlace,
  source: readonly string[],
  names: readonly string[],
): ErrorPlace {
  const has = (line: number) => hasWord(source[line - 1] ?? '', names);
  if (names.length === 0 || has(place.line)) return place;
  for (let line = place.line - 1; line > Math.max(0, place.line - MAX_BACK); line -= 1) {
    if (/^\}/.test(source[line - 1] ?? '')) break;
    if (has(line)) return { ...place, line, approximate: true };
  }
  return place;
}

/** The origin of one line, without regard to its uses. */
function placeOf({ map, lines, linesOf }: MappedWgsl, at: number): ErrorPlace | null {
  const origin = map.origins[at] ?? null;
  const file = origin && map.files[origin.file];
  if (!origin || !file) return null;
  if (origin.kind === 'line') {
    return { file, line: origin.line, approximate: false, within: null };
  }
  const line = likestLine(lines[at] ?? '', linesOf(file) ?? [], origin);
  return { file, line, approximate: true, within: null };
}

/** The line of the function that shares the most words with the code. */
function likestLine(
  code: string,
  source: readonly string[],
  { from, to }: Extract<LineOrigin, { kind: 'function' }>,
): number {
  const words = new Set(wordsOf(code));
  let best = from;
  let most = 0;
  for (let line = from; line <= to; line += 1) {
    const common = new Set(wordsOf(source[line - 1] ?? '').filter((word) => words.has(word))).size;
    if (common > most) {
      best = line;
      most = common;
    }
  }
  return best;
}

/**
 * The place where the project uses a module's code. This is the nearest project line in the same
 * WGSL function, whose call the compiler inlined, or else a call of the function.
 *
 * @param seen the functions already searched; the search adds to it
 */
function placeOfUse(
  program: MappedWgsl,
  at: number,
  seen: Set<string> = new Set(),
): ErrorPlace | null {
  const found = functionAround(program, at);
  if (!found || seen.has(found.name)) return null;
  seen.add(found.name);
  const near = nearestOfProject(program, at, found);
  if (near) return { ...near, approximate: true };
  for (const index of program.callsOf(found.name)) {
    if (index >= found.from && index <= found.to) continue;
    const place = placeOf(program, index);
    if (place?.file.kind === 'project') return place;
    const use = placeOfUse(program, index, seen);
    if (use) return use;
  }
  return null;
}

interface FoundFunction {
  /** The name in the WGSL. */
  readonly name: string;
  /** Zero-based lines; `from` is the header. */
  readonly from: number;
  readonly to: number;
}

function functionAround({ lines, map }: MappedWgsl, at: number): FoundFunction | null {
  const around = map.functions.find(({ from, to }) => from <= at + 1 && at + 1 <= to);
  if (!around) return null;
  for (let from = around.from - 1; from < around.to; from += 1) {
    const name = /^fn ([^\s(]+)/.exec(lines[from] ?? '')?.[1];
    if (name !== undefined) return { name, from, to: around.to - 1 };
  }
  return null;
}

/** The nearest project line before `at`, or else after it. Skips braces and headers. */
function nearestOfProject(
  program: MappedWgsl,
  at: number,
  { from, to }: FoundFunction,
): ErrorPlace | null {
  const inside = Array.from({ length: to - from - 1 }, (_, index) => from + 1 + index);
  const before = inside.filter((index) => index < at).reverse();
  for (const index of [...before, ...inside.filter((other) => other > at)]) {
    if (!/\w/.test(program.lines[index] ?? '')) continue;
    const place = placeOf(program, index);
    if (place?.file.kind === 'project' && !place.approximate) return place;
  }
  return null;
}

/** A part of a line: one-based column and length, in UTF-16 units. */
interface LineRange {
  readonly column: number;
  readonly length: number;
}

type Marked = Pick<WgslError, 'linePos' | 'length'>;

/** Source names of what WGSL calls something else. */
const IN_SOURCE: ReadonlyMap<string, readonly string[]> = new Map([
  ['f16', ['half', 'float16_t']],
  ['i64', ['int64_t']],
  ['u64', ['uint64_t']],
  ['mix', ['lerp']],
  ['fract', ['frac']],
  ['workgroupBarrier', ['GroupMemoryBarrierWithGroupSync']],
]);

/** Does not match the `f` of `1.0f`. */
const WORD = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*/gu;

/** Possible source names of the first marked word; empty if no name is marked. */
function markedNames(wgsl: string, { linePos, length }: Marked): readonly string[] {
  const first = wgsl.slice(linePos - 1, linePos - 1 + length).match(WORD)?.[0] ?? '';
  return wordsOf(first).flatMap(namesInSource);
}

function hasWord(line: string, names: readonly string[]): boolean {
  return (line.match(WORD) ?? []).some((word) => names.includes(word));
}

function namesInSource(name: string): readonly string[] {
  return [name, ...(IN_SOURCE.get(name) ?? [])];
}

/**
 * The source line's range of the first word that it shares with the marked code, or else with the
 * code after it, or else with the whole WGSL line; undefined if they share none.
 */
function rangeInLine(
  source: string,
  wgsl: string,
  { linePos, length }: Marked,
): LineRange | undefined {
  const words = [...source.matchAll(WORD)];
  const from = linePos - 1;
  for (const code of [wgsl.slice(from, from + length), wgsl.slice(from), wgsl]) {
    for (const name of wordsOf(code)) {
      const names = namesInSource(name);
      const found = words.find(([word]) => names.includes(word));
      if (found) return { column: found.index + 1, length: found[0].length };
    }
  }
  return undefined;
}

/** Words too common to identify a line. */
const COMMON = /^(?:fn|var|let|const|return|array|vec\d|mat\dx\d|f32|i32|u32|bool)$/;

/**
 * The names in the code without the numbers that the compiler appends. Omits the compiler's own
 * names, which begin with `_`.
 */
function wordsOf(code: string): string[] {
  return (code.match(WORD) ?? [])
    .filter((word) => !word.startsWith('_') && !COMMON.test(word))
    .map(withoutNumber);
}
