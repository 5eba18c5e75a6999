import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { parseAst } from 'vite';
import { expect, test, vi } from 'vitest';
import { siteCallPattern } from '#core/source/instrument/siteCalls.ts';
import { attackTexts } from '../support/attackTexts.ts';
import { threadTime } from '../support/threadTime.ts';

/** The length of a text in characters, and the maximum time for one expression. */
const LENGTH = 100_000;
const LIMIT_MS = 100;

const root = path.resolve(import.meta.dirname, '../..');

const SOURCES = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => path.join('src', file))
  .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') }));

/** Expressions that functions build from names, here built for one name. */
const BUILT_IN_FUNCTIONS: Readonly<Record<string, readonly RegExp[]>> = {
  'src/core/source/instrument/compileInstrumented.ts': [/\btrace_(?:at|value)(?=\((\d+))/g],
  'src/core/source/instrument/siteCalls.ts': [siteCallPattern('trace_')],
  'src/tools/debugger/trace/callStack.ts': [/(?<![\w\u0080-\uffff])draw\s*[(<]/],
  'src/ui/editor/refactoring/projectText.ts': [/(?<![\w\u0080-\uffff])draw(?![\w\u0080-\uffff])/g],
  'src/engine/language/core/handlers.ts': [
    /\b(?:struct|interface|enum|class|typealias)\s+draw\b|^(?:(?!\b(?:return|else|case)\b)[^=()\n])*[\w>\]]\s+draw\s*[<(=;:]/m,
  ],
  'src/tools/code/linkedLines/session/going.ts': [/(?<![A-Za-z\d])draw(?![A-Za-z\d])/],
  'src/core/output/lineMap/sourceLines.ts': [/(?<!\w)draw(?!\w)\s*\(/],
};

interface Expression {
  readonly file: string;
  readonly expression: RegExp;
}

/** A part of a syntax tree. The parser's nodes are plain objects. */
function* nodesIn(tree: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(tree)) {
    for (const part of tree) yield* nodesIn(part);
  } else if (typeof tree === 'object' && tree !== null && !(tree instanceof RegExp)) {
    yield tree as Readonly<Record<string, unknown>>;
    for (const part of Object.values(tree)) yield* nodesIn(part);
  }
}

function literalsIn({ file, code }: (typeof SOURCES)[number]): Expression[] {
  const tree = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  return [...nodesIn(tree)].flatMap(({ regex }) => {
    if (!regex) return [];
    const { pattern, flags } = regex as { pattern: string; flags: string };
    return [{ file, expression: new RegExp(pattern, flags) }];
  });
}

const BUILDERS = SOURCES.filter(({ code }) => code.includes('new RegExp('));

/** The module whose code creates an expression, by the call stack. */
const callerOf = ({ stack = '' }: Error) => /\/(src\/[^:?)]+\.tsx?)/.exec(stack)?.[1] ?? '';

/** The expressions that modules build while they load. */
async function builtExpressions(): Promise<Expression[]> {
  const built: Expression[] = [];
  class Recorded extends RegExp {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags);
      built.push({ file: callerOf(new Error()), expression: this });
    }
  }
  const { RegExp: original } = globalThis;
  const grammars = SOURCES.filter(({ file }) => file.startsWith('src/ui/editor/grammars/'));
  const modules = new Set([...BUILDERS, ...grammars].map(({ file }) => path.join(root, file)));
  // Libraries load once, before the recording.
  for (const file of modules) await import(/* @vite-ignore */ file);
  vi.resetModules();
  globalThis.RegExp = Recorded as RegExpConstructor;
  try {
    for (const file of modules) await import(/* @vite-ignore */ file);
  } finally {
    globalThis.RegExp = original;
  }
  return built;
}

const now = () => performance.now();
const context = vm.createContext({ expression: / /, text: '', texts: [''], now });
/** A function, because locals are faster than the context's globals. */
const MATCH = `(expression, text) => {
  // A sticky expression is one of a reader: it goes on where it stopped.
  let end = -1;
  expression.lastIndex = 0;
  if (expression.sticky) while (expression.test(text) && expression.lastIndex > end) end = expression.lastIndex;
  else if (expression.global) text.replace(expression, '');
  else expression.test(text);
}`;
const matchAll = new vm.Script(`(${MATCH})(expression, text)`);
const slowest = new vm.Script(`((expression, texts, now) => {
  const match = ${MATCH};
  const time = (text) => { const start = now(); match(expression, text); return now() - start; };
  return Math.max(0, ...texts.map((text) => Math.min(time(text), time(text))));
})(expression, texts, now)`);

/**
 * Whether an expression is quick for texts of a tenth of the length. The full length takes a hundred
 * times as long, or more, if the time is not proportional.
 */
function isQuick(expression: RegExp): boolean {
  Object.assign(context, { expression, texts: [...attackTexts(expression, LENGTH / 10)] });
  try {
    return slowest.runInContext(context, { timeout: CERTAIN_MS }) < LIMIT_MS / 200;
  } catch {
    return false;
  }
}

/** Elapsed time that other work on the machine cannot explain. */
const CERTAIN_MS = 5 * LIMIT_MS;

/** An expression's time for a text in milliseconds; the best of three tries if near the limit. */
function msFor(expression: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && best > LIMIT_MS; tries += 1) {
    const ms = timed(expression, text);
    if (ms > CERTAIN_MS) return ms;
    best = Math.min(best, ms);
  }
  return best;
}

/** The CPU time of this thread, if less than the elapsed time. */
function timed(expression: RegExp, text: string, timeout = 2 * CERTAIN_MS): number {
  Object.assign(context, { expression, text });
  const computed = threadTime();
  const start = performance.now();
  let isEnded = false;
  try {
    matchAll.runInContext(context, { timeout });
  } catch {
    isEnded = true;
  }
  const ms = performance.now() - start;
  if (ms <= LIMIT_MS) return ms;
  const own = threadTime() - computed;
  // On a busy machine, the thread may hardly have started.
  return isEnded && own <= LIMIT_MS ? timed(expression, text, 2 * timeout) : own;
}

/** A text for which the expression takes too long, shortened to its pattern. */
function slowTextFor(expression: RegExp): string | null {
  if (isQuick(expression)) return null;
  for (const text of attackTexts(expression, LENGTH)) {
    if (msFor(expression, text) > LIMIT_MS) return text.slice(0, 40);
  }
  return null;
}

test(`no regular expression of the site takes over ${LIMIT_MS} ms for ${LENGTH} characters`, async () => {
  const built = await builtExpressions();
  const checked = new Set([...built.map(({ file }) => file), ...Object.keys(BUILT_IN_FUNCTIONS)]);
  expect(BUILDERS.map(({ file }) => file).filter((file) => !checked.has(file))).toEqual([]);
  const all = [...SOURCES.flatMap(literalsIn), ...built];
  for (const [file, expressions] of Object.entries(BUILT_IN_FUNCTIONS)) {
    all.push(...expressions.map((expression) => ({ file, expression })));
  }
  const distinct = new Map(all.map((each) => [String(each.expression), each]));
  expect(distinct.size).toBeGreaterThan(500);
  const slow = [...distinct.values()].flatMap(({ file, expression }) => {
    const text = slowTextFor(expression);
    return text === null ? [] : [`${file}: ${expression} for ${JSON.stringify(text)}…`];
  });
  expect(slow).toEqual([]);
}, 300_000);

test('the check of regular expressions finds those that restart a long search repeatedly', () => {
  for (const slow of [/ +$/, /\/\*[\s\S]*?\*\//g, /^(?:a+)+$/, /\w*\d\w*:/, /a\s*b?\s*c/]) {
    expect(slowTextFor(slow), String(slow)).not.toBeNull();
  }
  for (const quick of [/(?<! ) +$/, /\/\*[\s\S]*?(?:\*\/|$)/g, /^a+$/, /\b\w+:/]) {
    expect(slowTextFor(quick), String(quick)).toBeNull();
  }
});
