import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import type { Compiler } from '#compiler/core/compiler.ts';
import reference from '#program/printing/printf.reference.json' with { type: 'json' };
import { readZip } from '#project/disk/zip/readZip.ts';
import { createTestCompiler, readDemo } from '../../../tests/support/compiler.ts';
import { demoNames, NOT_RUN } from '../../../tests/support/demos.ts';
import { exportContext, exportedProgram } from '../../../tests/support/nativeExports.ts';
import runProgram from './python/runProgram.py?raw';
import { slangpyFormat } from './slangpyFormat.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

async function filesOf(name: string, source: string): Promise<ReadonlyMap<string, string>> {
  const program = await exportedProgram(compiler, name, source);
  const made = await slangpyFormat.make(program, exportContext(compiler));
  if (!made.ok) throw new Error(`${name}: ${made.error}`);
  const limits = { fileBytes: 1e8, totalBytes: 1e8, isWanted: () => true };
  const unpacked = await readZip(made.value, limits);
  if (!unpacked.ok) throw new Error(unpacked.error);
  return new Map(unpacked.value.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs Python with this on its input. */
function python(script: string, input: string): string {
  return execFileSync('python3', ['-c', script], { input, encoding: 'utf8' });
}

const PARSE = `
import ast, json, sys
for name, text in json.load(sys.stdin).items():
    tree = ast.parse(text, name)
    values = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            try:
                values[node.targets[0].id] = ast.literal_eval(node.value)
            except (ValueError, AttributeError):
                pass
    for call in values["DISPATCHES"]:
        assert call["resource"] is None or call["resource"] in {**values["BUFFERS"], **values["TEXTURES"]}, (name, call)
    print(name, len(values["DISPATCHES"]), sorted(values["PLACES"]) == sorted(values["PLACES"]))
`;

it.skipIf(!hasPython)(
  'Python parses the scripts of all demos, and each dispatch has its resource (skipped without python3)',
  async () => {
    const scripts: Record<string, string> = {};
    for (const name of demoNames().filter((each) => NOT_RUN[each] === undefined)) {
      const files = await filesOf(name, await readDemo(name));
      expect([...files.keys()]).toEqual(
        expect.arrayContaining([`${name}.py`, 'shaders/user.slang', 'shaders/playground.slang']),
      );
      scripts[name] = files.get(`${name}.py`) ?? '';
    }
    const lines = python(PARSE, JSON.stringify(scripts)).trim().split('\n');
    expect(lines).toHaveLength(Object.keys(scripts).length);
  },
  120_000,
);

/** The functions of the script, without slangpy and numpy. */
const PRINT = `
import json, math, re, struct, sys
given = json.load(sys.stdin)
scope = {"math": math, "re": re, "struct": struct, "__name__": "script"}
exec(given["script"], scope)
scope["STRINGS"] = {int(hash): text for hash, text in given["strings"].items()}
print(json.dumps([scope["printed"](struct.pack(f"<{len(words)}I", *words)) for words in given["frames"]]))
`;

type PrintedCase = [format: string, args: [kind: string, value: unknown][], text: string];

it.skipIf(!hasPython)('the script prints as C does (skipped without python3)', () => {
  const kinds: Readonly<Record<string, number>> = { integer: 3, float: 4 };
  const cases = (reference as PrintedCase[]).filter(([, args]) =>
    args.every(([kind]) => kind in kinds),
  );
  // Record 0 is a format's, and its argument follows.
  const frames = cases.map(([, args], index) => [
    ...[1, index, 0],
    ...args.flatMap(([kind, bits]) => [kinds[kind] ?? 0, Number(bits), 0]),
    ...[0, 0, 0],
  ]);
  const strings = Object.fromEntries(cases.map(([format], index) => [index, format]));
  const printed = JSON.parse(
    python(PRINT, JSON.stringify({ script: runProgram, frames, strings })),
  );
  expect(cases.length).toBeGreaterThan(1000);
  expect(printed).toEqual(cases.map(([, , text]) => text));
});

it('escapes names and texts, whatever they contain', async () => {
  const files = await filesOf(
    'odd',
    `import rendering; import playground; import printing;
    [playground::KEY("\\"")] uniform int quote;
    cbuffer settings { [playground::SLIDER(0.25, 0, 1)] float amount; }
    [shader("compute")][numthreads(8, 8, 1)][playground::CALL::SIZE_OF("outputTexture")]
    void draw(uint2 pixel : SV_DispatchThreadID)
    {
        if (pixel.x == 0) printf("a \\"b\\" ä \\\\ %d\\n", quote);
        drawPixel(pixel, (int2 size) => { return float4(amount); });
    }`,
  );
  const script = files.get('odd.py') ?? '';
  expect(script).toContain('"a \\"b\\" \\u00e4 \\\\ %d\\n"');
  expect(script).toContain('"key": "\\""');
  expect(script).toContain('{"place": {"entry_point": None, "path": ["settings", "amount"]}');
});
