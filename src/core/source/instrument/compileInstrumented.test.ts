import { expect, test } from 'vitest';
import {
  type CompileResult,
  type Diagnostic,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import { compileInstrumented } from './compileInstrumented.ts';

const SOURCE = `struct Ray { float x; }
float half_(float x) { return x / 2; }
float third(float x) { float y = x; float z = half_(y); return z / 3; }
[shader("compute")] [numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { third(half_(id.x)); }
`;

const TEXTS = { text: SOURCE, files: [] };

const SUCCESS: CompileResult = {
  ...{ succ: true, message: '', log: '', diagnostics: [] },
  result: {
    ...{ target: 'WGSL', code: '', binary: null },
    ...{ hashedStrings: {}, reflection: {}, threadGroupSizes: {} },
  },
};

function failure(error: Partial<Diagnostic>): CompileResult {
  const diagnostic: Diagnostic = {
    ...{ severity: 'error', path: USER_SHADER_PATH, line: 0, message: 'no overload', notes: [] },
    ...error,
  };
  return { succ: false, message: 'It failed.', log: '', diagnostics: [diagnostic], result: null };
}

/** The one-based line and column of a text in another. */
function placeOf(text: string, part: string) {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

async function compiledWith(answer: (text: string) => CompileResult | null) {
  const texts: string[] = [];
  const compiled = await compileInstrumented(TEXTS, (text) => {
    texts.push(text);
    return Promise.resolve(answer(text));
  });
  if (!compiled?.ok) throw new Error(compiled?.error ?? 'It was cancelled.');
  return { texts, ...compiled.value };
}

test('compiles once if nothing is rejected', async () => {
  const { program, compiles } = await compiledWith(() => SUCCESS);
  expect(compiles).toBe(1);
  expect(program.unseen).toEqual([]);
});

test('omits the value at the position of an error, and gives the reason', async () => {
  const part = 'value(5, y)';
  const { program, texts } = await compiledWith((text) =>
    text.includes(part) ? failure(placeOf(text, part)) : SUCCESS,
  );
  expect(texts).toHaveLength(2);
  const from = SOURCE.indexOf('y = x');
  const reason = 'The compiler refuses to record this: no overload';
  expect(program.unseen).toEqual([{ from, to: from + 1, line: 3, reason }]);
  expect(program.sites[5]?.event).toEqual({ kind: 'value', name: 'y', variable: 2 });
  expect(program.text).toContain('value(6, z)');
});

test('omits all values of a line if an error has no column', async () => {
  const { program } = await compiledWith((text) =>
    text.includes('value(5, y)') ? failure({ line: 3 }) : SUCCESS,
  );
  expect(new Set(program.unseen.map(({ line }) => line))).toEqual(new Set([3]));
  expect(program.text.split('\n')[2]).not.toContain('trace_');
});

test('records a type as opaque if the compiler rejects its extension', async () => {
  const part = 'extension Ray';
  const { program } = await compiledWith((text) =>
    text.includes(part) ? failure(placeOf(text, part)) : SUCCESS,
  );
  expect(program.text).not.toContain(part);
  expect(program.types).toHaveLength(1);
});

test('finds values rejected without a position by bisection', async () => {
  const { program, compiles } = await compiledWith((text) =>
    text.includes('(6, z)') ? failure({ path: '', message: 'unexpected' }) : SUCCESS,
  );
  expect(compiles).toBeLessThan(16);
  expect(program.unseen.map(({ line, reason }) => ({ line, reason }))).toEqual([
    { line: 3, reason: 'The compiler refuses to record this: unexpected' },
  ]);
  expect(program.text).toContain('(5, y)');
});

test('fails with the compiler’s message if the code for all programs is rejected', async () => {
  const compiled = await compileInstrumented(TEXTS, () => Promise.resolve(failure({})));
  const error =
    'The program cannot be recorded, since the compiler refuses what the debugger adds: no overload';
  expect(compiled).toEqual({ ok: false, error });
});

test('returns null if a compile was cancelled', async () => {
  expect(await compileInstrumented(TEXTS, () => Promise.resolve(null))).toBeNull();
});
