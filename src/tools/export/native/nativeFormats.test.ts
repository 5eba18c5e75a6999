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

/** A kernel, and draws of a mesh and over the picture, as a camera sees them. */
const DRAWING = `import playground;
[playground::VIEW_PROJECTION] uniform float4x4 worldToClip;
[playground::CAMERA_POSITION] uniform float3 eye;
[playground::ZEROS(4)] RWStructuredBuffer<uint> counts;
Texture2D<float4> light;
Texture2D<float> depths;
struct Vertex { float2 uv : UV; float3 position : POSITION; };
struct Surface { float4 position : SV_Position; float2 uv : UV; };
[shader("compute")][numthreads(1, 1, 1)][playground::CALL(1, 1, 1)] void count() { counts[1] = 2; }
[shader("vertex")][playground::DRAW::MESH("cube")][playground::DRAW::INDIRECT("counts", 0)]
[playground::TARGET("light")][playground::DEPTH::TEXTURE("depths")][playground::BLEND("add")]
Surface place(Vertex vertex, float3 normal : NORMAL, uint id : SV_InstanceID)
{
    Surface surface;
    surface.position = mul(worldToClip, float4(vertex.position + 0.1 * normal + id + eye, 1.0));
    surface.uv = vertex.uv;
    return surface;
}
[shader("fragment")] float4 paint(Surface at) : SV_Target { return float4(at.uv, 0.0, 1.0); }
[shader("fragment")][playground::CALL::ONCE]
float4 show(float2 uv : UV) : SV_Target { return light.Load(int3(uv * 8.0, 0)); }
`;

const drawingProgram = () => exportedProgram(compiler, 'drawing', DRAWING);

const DRAWS = `// The draws, which this code does not execute: a host makes their pipelines as described here.
// Each frame, in this order: dispatch count, draw place, draw show.
// In clip space, y points up and depth goes from 0 to 1: in Vulkan, give the viewport a negative height.
// Values between the stages have locations in the order in which each stage declares them.
//
// Draw place:
//   - vertex stage: place
//   - fragment stage: paint
//   - vertices: the mesh cube, with 32-bit indices; the number of instances is the second of the uint32 in counts, 0 bytes from its start
//   - vertex input at location 0: TEXCOORD0 of the mesh, float32x2, in a buffer of its own
//   - vertex input at location 1: POSITION of the mesh, float32x3, in a buffer of its own
//   - vertex input at location 2: NORMAL of the mesh, float32x3, in a buffer of its own
//   - target 0: light, rgba16float, cleared to (0, 0, 0, 0)
//   - depth: depth32float in depths, compare less, written, cleared to 1
//   - primitives: triangle-list, back faces are culled, front faces are counter-clockwise
//   - blending: colour add (source × one, target × one), alpha add (source × one, target × one)
//
// Draw show, in the first frame only:
//   - vertex stage: one triangle over the whole target, which the module does not have; UV is (0, 0) at the bottom left
//   - fragment stage: show
//   - vertices: 3; instances: 1
//   - target 0: outputTexture, rgba8unorm, cleared to (0, 0, 0, 1)
//   - depth: none
//   - primitives: triangle-list, nothing is culled, front faces are counter-clockwise
//   - blending: none
`;

const SLANG_API = [path.resolve(import.meta.dirname, '../../../../tests/support/slangApi')];

const oddProgram = () => exportedProgram(compiler, '3d-new', ODD, { signed: 0.75 });

const dispatchesOf = ({ descriptor }: ExportedProgram) =>
  descriptor.callCommands.filter(({ type }) => type !== 'DRAW');

it('the SPIR-V binary is a module with the entry points of each demo', async () => {
  for (const program of programs) {
    const file = await fileOf(spirvFormat, program);
    expect(file.name).toBe(`${program.name}.spv`);
    const module = readInterface(new Uint8Array(await file.arrayBuffer()));
    const kernels = module?.entryPoints.filter(({ name }) =>
      Object.hasOwn(program.program.threadGroupSizes, name),
    );
    const sizes = kernels?.map(({ name, groupSize }) => [name, groupSize]);
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
      return `${program.name} ${size} ${dispatchesOf(program).length}`;
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

  it('draws are described, the camera is constant, and kernels are in the tables', async () => {
    const program = await drawingProgram();
    const header = await (await fileOf(cppHeaderFormat, program)).text();
    expect(header).toContain(DRAWS);
    expect(header).toContain('// The tables contain no draws: comments after them describe');
    const main = `#include "drawing.h"
#include <cstdio>
int main() {
    using namespace drawing_program;
    for (const auto& each : dispatches) std::printf("%s\\n", each.entryPoint);
    for (const auto& each : cameraUniforms) {
        std::printf("%s %s %u %u %.3f\\n", each.name, each.part, each.offset, each.count, static_cast<double>(each.values[0]));
    }
    for (const auto& each : bindings) std::printf("%s %s\\n", each.name, each.format);
}`;
    const files = new Map(Object.entries({ 'drawing.h': header, 'main.cpp': main }));
    expect(compileCpp(files).trim().split('\n')).toEqual([
      ...['count', 'worldToClip VIEW_PROJECTION 0 16 1.993', 'eye CAMERA_POSITION 64 3 1.697'],
      ...['globalParams ', 'counts ', 'light rgba16float'],
    ]);
    const packed = await textsIn(await fileOf(slangApiFormat, program));
    expect([...packed.keys()]).toEqual(
      expect.arrayContaining(
        ['indices', 'NORMAL', 'POSITION', 'TEXCOORD0'].map((part) => `meshes/cube.${part}.bin`),
      ),
    );
    const texts = new Map([['main.cpp', packed.get('drawing.cpp') ?? '']]);
    compileCpp(texts, { includes: SLANG_API, checkOnly: true });
    expect(texts.get('main.cpp')).toContain(DRAWS);
    expect(cppHeaderFormat.limits(program).slice(1)).toEqual([
      'The draws: comments describe their pipelines, and the host makes them.',
      'The movement of the camera: the constants are those of the camera now, for a square picture.',
      'The vertices of cube: the header names them only. C++ with Slang API has them as files.',
    ]);
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

it('a script is not made of a program that draws, and says which formats draw', async () => {
  expect(await slangpyFormat.make(await drawingProgram(), context)).toEqual(
    fail(
      'The script runs compute entry points only, but this program draws. Choose HTML page, TypeScript ' +
        'module or Vite project, or the C++ header, which describes the draws.',
    ),
  );
});

/** A kernel that follows the camera. */
const TRACING = `import playground; import rendering;
[playground::VIEW] uniform float4x4 view;
[playground::CAMERA_POSITION] uniform float3 eye;
[shader("compute")][numthreads(8, 8, 1)][playground::CALL::SIZE_OF("outputTexture")]
void trace(uint2 p : SV_DispatchThreadID) { drawPixel(p, (int2 s) => mul(view, float4(eye, 1.0))); }`;

it('a script has the camera as it was when exported', async () => {
  const values = { 'camera target': [1, 2, 3], 'camera orbit': [0, 0, 4] } as const;
  const program = await exportedProgram(compiler, 'tracing', TRACING, values);
  const texts = await textsIn(await fileOf(slangpyFormat, program));
  const script = texts.get('tracing-slangpy.py') ?? '';
  expect(script).toContain('"path": ["eye"]}, "source": "camera", "value": [1, 2, 7]}');
  expect(script).toContain(
    '"source": "camera", "value": [1, 0, 0, -1, 0, 1, 0, -2, 0, 0, 1, -7, 0, 0, 0, 1]}',
  );
  expect(script).toContain('# The camera is as it was when the program was exported');
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
    const kernels = programs.filter(({ descriptor }) => !descriptor.shader.stages);
    for (const program of [...kernels, await oddProgram()]) {
      const texts = await textsIn(await fileOf(slangpyFormat, program));
      const sources = ['shaders/user.slang', 'shaders/playground.slang'];
      expect([...texts.keys()]).toEqual(expect.arrayContaining(sources));
      scripts[program.name] = texts.get(`${program.name}-slangpy.py`) ?? '';
    }
    const lines = runPython(PARSE, JSON.stringify(scripts)).trim().split('\n');
    const expected = kernels.map((each) => `${each.name} ${dispatchesOf(each).length}`);
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
