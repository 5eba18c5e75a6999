import { beforeAll, describe, expect, it } from 'vitest';
import { createLinter, type Linter } from '../support/lints.ts';

let linter: Linter;
beforeAll(async () => {
  linter = await createLinter();
});

/** A shader with these declarations that draws with `color`, an expression. */
const drawing = (declarations: string, color = 'float4(1)', attributes = SIZE_OF) =>
  `import playground;
import rendering;

${declarations}
[shader("compute")]
[numthreads(8, 8, 1)]
${attributes}
void draw(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => ${color});
}
`;
const SIZE_OF = '[playground::CALL::SIZE_OF("outputTexture")]';

/** A shader with an output texture of this type that runs `body` for each pixel. */
const texture = (type: string, body: string) => `import playground;

${type} outputTexture;

[shader("compute")] [numthreads(8, 8, 1)] ${SIZE_OF}
void draw(uint2 pixel : SV_DispatchThreadID)
{
    ${body}
}
`;

/** A shader with these declarations that runs `body` in one thread. */
const printing = (body: string, declarations = '') =>
  `import playground;
import printing;

${declarations}
[shader("compute")]
[numthreads(1, 1, 1)]
[playground::CALL(1, 1, 1)]
void say(uint at : SV_DispatchThreadID)
{
    ${body}
}
`;

it.each([
  ['a source without an entry point that has errors', 'float half(float x) { return y; }\n'],
  ['an empty source', ''],
  ['a comment', '// Only a comment.\n'],
  [
    'a kernel that could not run anyway',
    `RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(64, 1, 1)]
void scale(uint at : SV_DispatchThreadID) { data[at] *= 2; }
`,
  ],
  [
    'a fragment shader',
    'import rendering;\n[shader("fragment")] float4 f() : SV_Target { return 1; }',
  ],
  [
    'resources that are unused, or have content without an attribute',
    drawing(
      'RWStructuredBuffer<float> unused;\nSamplerState smooth;\nConstantBuffer<float4> zeros;\n' +
        '[playground::URL("a.png")] Texture2D<float4> image;',
      'zeros + image.SampleLevel(smooth, float2(0), 0)',
    ),
  ],
  ['a name that no module declares', drawing('', 'float4(drawPixels)')],
  ['a texture of one component', texture('RWTexture2D<float>', 'outputTexture[pixel] += 0.5;')],
  ['imageMain beside an entry point', drawing('float4 imageMain(uint2 a, int2 b) { return 1; }')],
  ['an imageMain of another signature', 'float imageMain(float x) { return x; }'],
  [
    'a printf of the user',
    drawing('void printf(String text, int value) {}\nvoid f() { printf("%f", 1); }'),
  ],
])('nothing is reported in %s', (_what, source) => expect(linter.found(source)).toEqual([]));

it('a source without an entry point offers to insert one, with the imports that it needs', () => {
  const source = 'float half(float x) { return 0.5 * x; }\n';
  expect(linter.found(source)).toEqual(['no-entry-point: }']);
  expect(linter.fixCleanly(source, 'Insert an entry point')).toContain(
    '[shader("compute")]\n[numthreads(8, 8, 1)]',
  );
});

describe('an entry point that is never dispatched', () => {
  const UNCALLED = `import rendering;

[shader("compute")]
[numthreads(8, 8, 1)]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => float4(1));
}
`;

  it('offers suitable calls, and imports their module', () => {
    expect(linter.found(UNCALLED)).toEqual(['never-dispatched: draw']);
    expect(linter.offers(UNCALLED)).toEqual([
      'Add [playground::CALL::SIZE_OF("outputTexture")]',
      'Add [playground::CALL(8, 8, 1)]',
    ]);
    expect(linter.fixCleanly(UNCALLED)).toBe(
      UNCALLED.replace('rendering;', 'rendering;\nimport playground;').replace(
        'void draw',
        `${SIZE_OF}\nvoid draw`,
      ),
    );
    linter.fixCleanly(UNCALLED, 'Add [playground::CALL(8, 8, 1)]');
  });

  it('offers to run it once if it has one thread', () => {
    const source = printing('printf("%u", at);').replace('[playground::CALL(1, 1, 1)]\n', '');
    expect(linter.offers(source)).toEqual([
      'Add [playground::CALL(1, 1, 1)]',
      'Add [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]',
    ]);
    linter.fixCleanly(source, 'Add [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]');
  });

  it('is also reported with CALL::ONCE alone', () => {
    const source = printing('printf("%u", at);').replace('CALL(1, 1, 1)', 'CALL::ONCE');
    expect(linter.found(source)).toEqual(['never-dispatched: say']);
    linter.fixCleanly(source);
  });

  it('is reported beside others, in a namespace, and after an attribute on its line', () => {
    const source = drawing(
      `[playground::ZEROS(4)] RWStructuredBuffer<float> heights;
namespace work { [shader("compute")] [numthreads(64, 1, 1)] void raise(uint at : SV_DispatchThreadID) { heights[at] += 1; } }`,
    );
    expect(linter.offers(source)).toEqual([
      'Add [playground::CALL::SIZE_OF("heights")]',
      'Add [playground::CALL(64, 1, 1)]',
    ]);
    expect(linter.fixCleanly(source)).toContain(
      '[numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("heights")] void raise',
    );
  });
});

describe('a resource without initial content', () => {
  it.each([
    ['RWStructuredBuffer<float> data;', 'data[0]', ['ZEROS(1024)', 'RAND(1024)']],
    ['StructuredBuffer<int2> data;', 'data[0].x', ['ZEROS(1024)']],
    ['ByteAddressBuffer data;', 'data.Load(0)', ['ZEROS(1024)']],
    ['Texture2D<float4> data;', 'data.Load(int3(0)).x', ['URL("mountains.png")']],
    ['RWTexture2D<float> data;', 'data[uint2(0)]', ['BLACK(512, 512)', 'BLACK_SCREEN(1.0, 1.0)']],
    ['RWTexture3D<float> data;', 'data[uint3(0)]', ['BLACK_3D(64, 64, 64)']],
  ])('offers suitable attributes: %s', (declaration, use, offers) => {
    const source = drawing(declaration, `float4(${use})`);
    expect(linter.found(source)).toEqual(['no-initial-content: data']);
    const labels = offers.map((offer) => `Add [playground::${offer}]`);
    expect(linter.offers(source)).toEqual(labels);
    for (const label of labels) linter.fixCleanly(source, label);
  });

  it('is reported in a struct', () => {
    const source = drawing(
      'struct Scene { float k; RWStructuredBuffer<uint> counts; };\nuniform Scene scene;',
      'float4(scene.counts[0] * scene.k)',
    );
    expect(linter.found(source)).toEqual(['no-initial-content: counts']);
    expect(linter.fixCleanly(source)).toContain(
      '[playground::ZEROS(1024)] RWStructuredBuffer<uint>',
    );
  });
});

describe('an unsuitable attribute', () => {
  it('offers suitable attributes, and its removal', () => {
    const source = drawing(
      '[playground::SLIDER(0.5, 0, 1)]\nuniform float3 tint;',
      'float4(tint, 1)',
    );
    expect(linter.found(source)).toEqual(['wrong-attribute: playground::SLIDER']);
    expect(linter.offers(source)).toEqual([
      'Change it to [playground::COLOR_PICK(1.0, 0.5, 0.2)]',
      'Change it to [playground::CAMERA_POSITION]',
      'Remove playground::SLIDER(0.5, 0, 1)',
    ]);
    expect(linter.fixCleanly(source)).toContain(
      '[playground::COLOR_PICK(1.0, 0.5, 0.2)]\nuniform float3 tint;',
    );
    expect(linter.fixCleanly(source, 'Remove playground::SLIDER(0.5, 0, 1)')).toBe(
      drawing('uniform float3 tint;', 'float4(tint, 1)'),
    );
  });

  it('that excludes another offers to remove either, even from a list', () => {
    const source = drawing(
      '[playground::TIME, playground::FRAME_ID] uniform float now;',
      'float4(now)',
    );
    expect(linter.fixCleanly(source)).toContain('[playground::TIME] uniform float now;');
    expect(linter.fixCleanly(source, 'Remove playground::TIME')).toContain(
      '[playground::FRAME_ID] uniform float now;',
    );
  });

  it('is also reported for impossible numbers', () => {
    const source = drawing(
      '[playground::ZEROS(0)] RWStructuredBuffer<int> data;',
      'float4(data[0])',
    );
    expect(linter.lint(source)[0]?.message).toContain('its count is 0');
    expect(linter.fixCleanly(source)).toContain(
      '[playground::ZEROS(1024)] RWStructuredBuffer<int>',
    );
  });

  it.each([
    ['is removed if the compiler rejects it', `[playground::TIME]\n${SIZE_OF}`, 'wrong', 'TIME'],
    [
      'gets the most similar name if it is unknown',
      SIZE_OF.replace('SIZE_OF', 'SIZEOF'),
      ...['unknown', 'CALL::SIZEOF'],
    ],
  ])('%s', (_behaviour, attributes, lint, marked) => {
    const source = drawing('', 'float4(1)', attributes);
    expect(linter.found(source)).toEqual([`${lint}-attribute: playground::${marked}`]);
    expect(linter.fixCleanly(source)).toBe(drawing(''));
  });
});

describe('a missing import', () => {
  // Slang itself has printf for other targets.
  it.each([
    ['rendering', 'drawPixel', drawing('')],
    ['printing', 'printf', printing('printf("%u", at);')],
  ])('of %s is offered at %s', (module, name, complete) => {
    const source = complete.replace(`import ${module};\n`, '');
    expect(linter.found(source)).toEqual([`missing-import: ${name}`]);
    linter.fixCleanly(source);
  });

  it('of playground is offered at its attributes, and inserted after the first comment', () => {
    const body = drawing('').replace('import playground;\n', '// What it is.\n');
    expect(linter.found(body)).toEqual(['missing-import: playground::CALL::SIZE_OF']);
    linter.fixCleanly(body);
    const bare = `// What it is.\n\n[playground::TIME] uniform float now;\nRWStructuredBuffer<float> data;\n[shader("compute")] [numthreads(1, 1, 1)] void main() { data[0] = now; }\n`;
    expect(linter.fix(bare)).toBe(bare.replace('[play', 'import playground;\n\n[play'));
  });
});

describe('a texture that is read and written', () => {
  it('with several components becomes write-only if nothing reads it', () => {
    const source = texture(
      'RWTexture2D<float4>',
      'if (pixel.x > 3)\n        outputTexture[pixel] = float4(1, 0, 0, 1);\n    outputTexture[uint2(pixel.y, 0)] = 0.5;',
    );
    expect(linter.found(source)).toEqual(['read-write-texture: RWTexture2D']);
    expect(linter.fixCleanly(source)).toBe(
      texture(
        'WTexture2D<float4>',
        'if (pixel.x > 3)\n        outputTexture.Store(pixel, float4(1, 0, 0, 1));\n    outputTexture.Store(uint2(pixel.y, 0), 0.5);',
      ),
    );
  });

  it.each([
    'outputTexture[pixel] = 0.5 * outputTexture[pixel];',
    'outputTexture[pixel] += 0.5;',
    'float4 before = outputTexture[pixel]; outputTexture[pixel] = before;',
  ])('offers a format with one component if it is read: %s', (body) => {
    const source = texture('RWTexture2D<float4>', body);
    expect(linter.offers(source)).toEqual(['Keep one component: [format("r32f")]']);
    expect(linter.fixCleanly(source)).toContain('[format("r32f")]\nRWTexture2D<float4>');
  });

  it('replaces a format that does not allow reading and writing', () => {
    const source = texture('[format("rgba8")] RWTexture2D<float4>', 'outputTexture[pixel] += 0.5;');
    expect(linter.fixCleanly(source)).toContain('\n[format("r32f")] RWTexture2D<float4>');
    const narrow = texture('[format("r16f")] RWTexture2D<float>', 'outputTexture[pixel] += 0.5;');
    expect(linter.offers(narrow)).toEqual(['Keep 32 bits: [format("r32f")]']);
    linter.fixCleanly(narrow);
  });

  it.each([
    '[[vk::image_format("rgba8")]]\n',
    '[[vk::image_format("rgba8")]] [format("rgba8")] ',
    '[format("rgba8"), vk::image_format("rgba8")] ',
    '[playground::BLACK(4, 4), vk::image_format("rgba8"), format("rgba8")] ',
  ])('removes %j, which would override the new format', (attributes) => {
    const source = texture(`${attributes}RWTexture2D<float4>`, 'outputTexture[pixel] += 0.5;');
    const fixed = linter.fixCleanly(source);
    expect(fixed).toContain(
      '[format("r32f")] RWTexture2D<float4>'.replace(
        ' RW',
        fixed.includes('")]\nRW') ? '\nRW' : ' RW',
      ),
    );
    expect(fixed).not.toMatch(/rgba8/);
  });
});

describe('a call by a resource that does not exist', () => {
  const DATA = '[playground::ZEROS(4)] RWStructuredBuffer<float> heights;';

  it('offers the most similar name', () => {
    const source = drawing('', 'float4(1)', SIZE_OF.replace('outputTexture', 'outputTextur'));
    expect(linter.found(source)).toEqual(['unknown-resource: "outputTextur"']);
    expect(linter.fixCleanly(source)).toBe(drawing(''));
  });

  it('offers only buffers if a buffer is needed', () => {
    const kernel = (name: string) =>
      `${DATA}\n[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL_INDIRECT("${name}", 0)] void work() {}\n`;
    const source = drawing(kernel('height'));
    expect(linter.offers(source)).toEqual(['Change it to "heights"']);
    expect(linter.fixCleanly(source)).toBe(drawing(kernel('heights')));
  });

  it('offers to remove either of two calls', () => {
    const source = drawing('', 'float4(1)', `${SIZE_OF}\n[playground::CALL(8, 8, 1)]`);
    expect(linter.found(source)).toEqual(['wrong-call: playground::CALL']);
    expect(linter.fixCleanly(source, 'Remove playground::CALL(8, 8, 1)')).toBe(drawing(''));
    linter.fixCleanly(source, 'Remove playground::CALL::SIZE_OF("outputTexture")');
  });
});

describe('an old shader', () => {
  it('with imageMain gets an entry point that calls it', () => {
    const source = `float4 imageMain(uint2 dispatchThreadID, int2 screenSize)
{
    return float4(float2(dispatchThreadID) / screenSize, 0, 1);
}`;
    expect(linter.found(source)).toEqual(['old-style-main: imageMain']);
    expect(linter.fixCleanly(source)).toBe(`import playground;
import rendering;

${source}

[shader("compute")]
[numthreads(16, 16, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void drawImage(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => imageMain(pixel, screen));
}
`);
  });

  it('with printMain becomes a shader that runs once', () => {
    const source = '// Old.\nvoid printMain()\n{\n    printf("%d", 42);\n}\n';
    expect(linter.fixCleanly(source)).toBe(`// Old.
import playground;
import printing;

[shader("compute")]
[numthreads(1, 1, 1)]
[playground::CALL(1, 1, 1)]
[playground::CALL::ONCE]
void printMain()
{
    printf("%d", 42);
}
`);
  });
});

describe('printf', () => {
  const NUMBERS = 'uniform float real; uniform int whole;\ngroupshared float4 pair;';

  it.each([
    ['printf("%d\\n", real);', '%d', 'printf("%f\\n", real);'],
    ['printf("%f\\n", whole);', '%f', 'printf("%d\\n", whole);'],
    ['printf("%s\\n", whole);', '%s', 'printf("%d\\n", whole);'],
    ['printf("%-8.3d|", real * 2);', '%-8.3d', 'printf("%-8.3f|", real * 2);'],
    ['printf("%.3f|", whole > 1);', '%.3f', 'printf("%d|", whole > 1);'],
    ['printf("%% \\t🎉 %d %lld", whole, real);', '%lld', 'printf("%% \\t🎉 %d %f", whole, real);'],
    ['printf("%d|", "text");', '%d', 'printf("%s|", "text");'],
    ['if (false) printf("%d|", 1.5);', '%d', 'if (false) printf("%f|", 1.5);'],
    ['printf("%d %d\\n", whole);', '%d', 'printf("%d %d\\n", whole, 0);'],
    ['printf("%d\\n", whole, real);', 'real', 'printf("%d %f\\n", whole, real);'],
    ['printf("%*d|", 4);', '%*d', 'printf("%*d|", 4, 0);'],
  ])('gets a conversion for each value: %s', (body, marked, fixed) => {
    const source = printing(body, NUMBERS);
    expect(linter.found(source)).toEqual([`printf-arguments: ${marked}`]);
    expect(linter.fixCleanly(source)).toBe(printing(fixed, NUMBERS));
  });

  it('offers to remove surplus conversions or values instead', () => {
    const few = printing('printf("%d %d\\n", whole);', NUMBERS);
    expect(linter.fixCleanly(few, 'Remove %d from the format')).toBe(
      printing('printf("%d \\n", whole);', NUMBERS),
    );
    const many = printing('printf("%d\\n", whole, real, 3);', NUMBERS);
    expect(linter.fixCleanly(many, 'Remove the last values')).toBe(
      printing('printf("%d\\n", whole);', NUMBERS),
    );
  });

  it('is not reported if it is correct, or if the types of its values are unknown', () => {
    const body = [
      'printf("%d %f %s %c %% %*.*f\\n", whole, real, "text", 65, 8, 2, real);',
      'printf("%u %x\\n", whole, at);',
      'printf("%d %f\\n", same<int, 3>(whole), same<float, 2>(real));',
      'if (false) printf("%d\\n", real);',
      'log("%d\\n");',
    ].join('\n    ');
    const declarations = `${NUMBERS}
T same<T, let N : int>(T value) { return value; }
void log(String format) { printf(format, 1); }`;
    expect(linter.found(printing(body, declarations))).toEqual([]);
  });

  it('names a conversion that does not exist', () => {
    const [lint] = linter.lint(printing('printf("%y", at);'));
    expect(lint?.message).toContain('Unsupported print specifier "%y"');
  });
});

describe('a program beyond WebGPU’s default limits', () => {
  const buffers = Array.from(
    { length: 9 },
    (_, index) => `[playground::ZEROS(1)] RWStructuredBuffer<float> b${index};`,
  );
  const sum = buffers.map((_, index) => `b${index}[0]`).join(' + ');

  it('is reported at the entry point that needs more', () => {
    const source = drawing(`${buffers.join('\n')}\n`, `float4(${sum})`);
    expect(linter.found(source)).toEqual(['beyond-default-limits: draw']);
    expect(linter.lint(source)).toMatchObject([
      {
        severity: 'info',
        message:
          "draw needs more than WebGPU's default of 8 storage buffers: it has 9. Devices that offer no more cannot run it.",
      },
    ]);
  });

  it('is reported at the resource that needs more', () => {
    const source = drawing(
      '[playground::ZEROS(40000000)] RWStructuredBuffer<float> huge;',
      'float4(huge[0])',
    );
    expect(linter.found(source)).toEqual(['beyond-default-limits: huge']);
  });

  it('is not reported if the default is sufficient', () => {
    expect(linter.found(drawing(buffers.slice(1).join('\n'), 'float4(b1[0])'))).toEqual([]);
  });
});

describe('a project of several files', () => {
  const NOISE = `module noise;
import playground;

public RWStructuredBuffer<float> seeds;

public float noiseAt(int2 at)
{
    return seeds[at.x];
}

[shader("compute")]
[numthreads(8, 8, 1)]
void fill(uint2 pixel : SV_DispatchThreadID)
{
    seeds[pixel.x] = 1;
}
`;
  const noise = { path: 'lib/noise.slang', text: NOISE };
  const MAIN = drawing('import lib.noise;', 'float4(noiseAt(screen))');

  it('has its findings in the files that they refer to', () => {
    expect(linter.foundIn({ text: MAIN, files: [noise] })).toEqual([
      '/lib/noise.slang no-initial-content: seeds',
      '/lib/noise.slang never-dispatched: fill',
    ]);
  });

  it('has no findings in a file that the main file does not use', () => {
    const text = drawing('', 'float4(1)');
    expect(linter.foundIn({ text, files: [noise] })).toEqual([]);
  });

  it('has no findings on a declaration that only shares a name', () => {
    const helper = 'float fill(float x) { return x; }';
    const text = drawing(`import lib.noise;\n${helper}`, 'float4(noiseAt(screen))');
    const copy = { path: 'aaa.slang', text: NOISE };
    expect(linter.foundIn({ text, files: [copy, noise] })).toEqual([
      '/lib/noise.slang no-initial-content: seeds',
      '/lib/noise.slang never-dispatched: fill',
    ]);
  });

  it('has a missing import reported in the file that needs it', () => {
    const text = 'module noise;\npublic void log() { printf("a"); }\n';
    const main = drawing('import noise;', 'float4(1)').replace(
      'drawPixel',
      'log();\n    drawPixel',
    );
    expect(linter.foundIn({ text: main, files: [{ path: 'noise.slang', text }] })).toEqual([
      '/noise.slang missing-import: printf',
    ]);
  });
});
