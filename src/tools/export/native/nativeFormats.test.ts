import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fail } from '#core/util/result.ts';
import { format as cppHeaderFormat } from '#tools/export/formats/cppHeader.ts';
import { format as slangApiFormat } from '#tools/export/formats/slangApi.ts';
import { format as slangpyFormat } from '#tools/export/formats/slangpy.ts';
import { format as spirvFormat } from '#tools/export/formats/spirv.ts';
import type { ExportedProgram, ExportFormat } from '#tools/export/program/exportedProgram.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { runnableDemos } from '../../../../tests/support/demos.ts';
import { exportedDemo } from '../../../../tests/support/exportedDemos.ts';
import {
  compileCpp,
  exportContext,
  exportedFile,
  exportedProgram,
  hasProgram,
  runPython,
  textsIn,
} from '../../../../tests/support/nativeExports.ts';
import { readInterface } from './compileSpirv.ts';

const compiler = await createTestCompiler();
const context = exportContext(compiler);
const programs: ExportedProgram[] = [];

beforeAll(async () => {
  for (const name of runnableDemos()) {
    programs.push(await exportedDemo(name));
  }
}, 120_000);

const fileOf = (format: ExportFormat, program: ExportedProgram) =>
  exportedFile(format, program, context);

/** A program whose names and texts are keywords or special characters in target languages. */
const ODD = `import rendering; import printing; import playground;
struct Brush { float size; float3 tint; float2 sizes[3]; };
cbuffer settings
{
    [playground::SLIDER(0.5, 0, 1)] float signed; [playground::TIME] float lambda;
    float4x4 m; float3x3 r; float arr[5]; Brush brush;
    [playground::KEY("a\\"?")] int goto;
}
ConstantBuffer<Brush> other;
[playground::ZEROS(12)] StructuredBuffer<Brush> brushes;
[playground::ZEROS(64)] RWByteAddressBuffer raw;
[playground::COLOR_PICK(0.1, 0.2, 0.3)] uniform float4 def;
uniform float3x4 loose; uniform half h; uniform uint flag;
[shader("compute")][numthreads(8, 4, 1)][playground::CALL::SIZE_OF("outputTexture")]
void and(uint2 p : SV_DispatchThreadID, [playground::FRAME_ID] uniform float from)
{
    if (p.x == 0) printf("a \\"b\\" ä \\\\ %d\\n", goto);
    drawPixel(p, (int2 s) => {
        return float4(signed * lambda + m[0][1] + r[1][1] + arr[3] + brush.size + other.sizes[1].x
            + loose[1][1] + h + flag, brush.sizes[2].y + goto + brushes[0].tint.y,
            float(raw.Load(4)), 1) + def * from;
    });
}`;

/** A program whose names collide with names in C++, in the host program and in other structs. */
const COLLIDING = `import rendering; import playground;
struct Brush { float size; float padding; float3 tint; };
struct Light { Brush Brush; float Light; };
struct report { float slang; uint3 counts; };
struct slang { float4 SlangResult; };
[playground::ZEROS(2)] RWStructuredBuffer<Light> lights;
[playground::ZEROS(2)] RWStructuredBuffer<report> reports;
[playground::ZEROS(2)] RWStructuredBuffer<slang> slangs;
struct Level { float gain; };
cbuffer unused { [playground::SLIDER(0.5, 0, 1)] float gain; }
ConstantBuffer<Level> level;
[playground::COLOR_PICK(0.1, 0.2, 0.3)] uniform float4 __proto__;
[shader("compute")][numthreads(8, 8, 1)][playground::CALL::SIZE_OF("outputTexture")]
void random(uint2 p : SV_DispatchThreadID)
{
    let light = lights[0];
    let value = light.Brush.size + reports[0].slang + slangs[0].SlangResult.x + level.gain;
    drawPixel(p, (int2 s) => __proto__ * (value + light.Light));
}`;

const SLANG_API = [path.resolve(import.meta.dirname, '../../../../tests/support/slangApi')];

const oddProgram = () => exportedProgram(compiler, '3d-new', ODD, { signed: 0.75 });

it('the SPIR-V binary is a module with the entry points of each demo', async () => {
  for (const program of programs) {
    const file = await fileOf(spirvFormat, program);
    expect(file.name).toBe(`${program.name}.spv`);
    const module = readInterface(new Uint8Array(await file.arrayBuffer()));
    const sizes = module?.entryPoints.map(({ name, groupSize }) => [name, groupSize]);
    expect(Object.fromEntries(sizes ?? [])).toEqual(program.program.threadGroupSizes);
  }
}, 120_000);

it('the SPIR-V binary is absent with a reason if the program does not compile for it, or the compile is cancelled', async () => {
  const [program] = programs;
  if (!program) throw new Error('There are no demos.');
  const broken = { ...program, project: { ...program.project, text: 'void f() { return 1; }' } };
  const reason = 'The program runs, but does not compile for SPIR-V: ';
  expect(await spirvFormat.make(broken, context)).toEqual(fail(expect.stringContaining(reason)));
  const cancelled = { ...context, compile: async () => null };
  expect(await spirvFormat.make(program, cancelled)).toEqual(
    fail('The compile for SPIR-V was cancelled. Try again.'),
  );
});

describe.skipIf(!hasProgram('g++'))('for C++ (skipped without g++)', () => {
  it('the headers of all demos compile together without a warning, and contain the texts', async () => {
    const files = new Map<string, string>();
    for (const program of programs) {
      const file = await fileOf(cppHeaderFormat, program);
      files.set(file.name, await file.text());
    }
    const prints = programs.map(({ name }) => {
      const namespace = `${name.replaceAll('-', '_')}_program`;
      return `  std::printf("%s %zu %zu\\n", "${name}", sizeof ${namespace}::spirv, ${namespace}::dispatches.size());`;
    });
    const includes = [...files.keys()].map((name) => `#include "${name}"`);
    const main = [...includes, '#include <cstdio>', 'int main() {', ...prints, '}', ''];
    files.set('main.cpp', main.join('\n'));
    const sizes = programs.map(async (program) => {
      const { size } = await fileOf(spirvFormat, program);
      return `${program.name} ${size} ${program.descriptor.callCommands.length}`;
    });
    expect(compileCpp(files).trim().split('\n')).toEqual(await Promise.all(sizes));
  }, 120_000);

  it('names that C++ reserves are changed, and offsets match the module', async () => {
    const header = await (await fileOf(cppHeaderFormat, await oddProgram())).text();
    const main = `#include "odd.h"
#include <cstdio>
int main() {
    using namespace n_3d_new_program;
    for (const auto& each : uniforms) {
        std::printf("%s %d %u %s %g\\n", each.name, each.binding, each.offset, each.key, each.value[0]);
    }
    for (const auto& each : bindings) {
        std::printf("%s %u %llu %u\\n", each.name, each.binding, static_cast<unsigned long long>(each.bytes), each.stride);
    }
    std::printf("%s %s %u\\n", entryPoints[0].name, entryPoints[0].moduleName, pushConstantBytes);
}`;
    const files = new Map(Object.entries({ 'odd.h': header, 'main.cpp': main }));
    expect(compileCpp(files)).toMatchInlineSnapshot(`
      "def 0 0  0.1
      signed 1 0  0.75
      lambda 1 4  0
      goto 1 288 a"? 0
      from -1 0  0
      globalParams 0 80 0
      settings 1 304 0
      other 2 80 0
      brushes 3 768 64
      raw 4 256 4
      outputTexture 5 0 0
      g_printedBuffer 6 24576 12
      and main 4
      "
    `);
  });

  it('structs and programs can share names with other things, and an unused block has no binding', async () => {
    const program = await exportedProgram(compiler, 'random', COLLIDING);
    const header = await (await fileOf(cppHeaderFormat, program)).text();
    expect(header).toContain('// No code uses gain.');
    expect(header).toContain('{"__proto__", 0, 0, Source::color');
    const texts = await textsIn(await fileOf(slangApiFormat, program));
    const files = {
      'random.h': header.replaceAll(/^#include.*$/gm, ''),
      'main.cpp': `${texts.get('random.cpp')}\nnamespace other {\n#include "random.h"\n}\n`,
    };
    compileCpp(new Map(Object.entries(files)), { includes: SLANG_API, checkOnly: true });
  });

  it('the programs of all demos compile with the declarations of the Slang API', async () => {
    const texts: string[] = [];
    for (const [index, program] of [...programs, await oddProgram()].entries()) {
      const files = await textsIn(await fileOf(slangApiFormat, program));
      expect([...files.keys()]).toContain('shaders/user.slang');
      const text = files.get(`${program.name}.cpp`) ?? '';
      texts.push(text.replace('int main(', `int main${index}(`));
    }
    const end = programs.map((_, index) => `  if (main${index}(0, nullptr)) return 1;`);
    const files = new Map([['main.cpp', [...texts, 'int main() {', ...end, '}', ''].join('\n')]]);
    compileCpp(files, { includes: SLANG_API, checkOnly: true });
  }, 120_000);
});

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
    resources = {**values["BUFFERS"], **values["TEXTURES"]}
    for call in values["DISPATCHES"]:
        assert call["resource"] is None or call["resource"] in resources, (name, call)
    made = sorted([*resources, *values["SAMPLERS"]])
    assert sorted(values["PLACES"]) == made or set(values["PLACES"]) < set(made), (name, made)
    print(name, len(values["DISPATCHES"]))
`;

describe.skipIf(!hasProgram('python3'))('for Python (skipped without python3)', () => {
  it('the scripts of all demos are valid Python and define every resource that they bind', async () => {
    const scripts: Record<string, string> = {};
    for (const program of [...programs, await oddProgram()]) {
      const texts = await textsIn(await fileOf(slangpyFormat, program));
      const sources = ['shaders/user.slang', 'shaders/playground.slang'];
      expect([...texts.keys()]).toEqual(expect.arrayContaining(sources));
      scripts[program.name] = texts.get(`${program.name}-slangpy.py`) ?? '';
    }
    const lines = runPython(PARSE, JSON.stringify(scripts)).trim().split('\n');
    const expected = programs.map((each) => `${each.name} ${each.descriptor.callCommands.length}`);
    expect(lines).toEqual([...expected, '3d-new 1']);
  }, 120_000);

  it('names and texts are escaped, and paths to parameters are complete', async () => {
    const texts = await textsIn(await fileOf(slangpyFormat, await oddProgram()));
    const script = texts.get('3d-new-slangpy.py') ?? '';
    expect(script).toContain('"a \\"b\\" \\u00e4 \\\\ %d\\n"');
    expect(script).toContain('"key": "a\\"?"');
    expect(script).toContain(
      '{"place": {"entry_point": None, "path": ["settings", "signed"]}, "source": "slider", "value": 0.75}',
    );
    expect(script).toContain('{"place": {"entry_point": "and", "path": ["from"]}');
  });
});
