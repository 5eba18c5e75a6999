import { beforeAll, describe, expect, it } from 'vitest';
import { createLinter, type Linter } from '../support/lints.ts';

let linter: Linter;
beforeAll(async () => {
  linter = await createLinter();
});

/** A shader that draws with `color`, an expression; `declarations` stand before it. */
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

/** A shader that runs `body` once, in one thread. */
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

describe('an entry point that is never dispatched', () => {
  const UNCALLED = `import rendering;

[shader("compute")]
[numthreads(8, 8, 1)]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => float4(1));
}
`;

  it('is offered the calls that suit what it uses, and the module that they need', () => {
    expect(linter.found(UNCALLED)).toEqual(['never-dispatched: draw']);
    expect(linter.offers(UNCALLED)).toEqual([
      'Add [playground::CALL::SIZE_OF("outputTexture")]',
      'Add [playground::CALL(8, 8, 1)]',
    ]);
    expect(linter.mendWholly(UNCALLED)).toBe(
      UNCALLED.replace('rendering;', 'rendering;\nimport playground;').replace(
        'void draw',
        `${SIZE_OF}\nvoid draw`,
      ),
    );
    linter.mendWholly(UNCALLED, 'Add [playground::CALL(8, 8, 1)]');
  });

  it('is offered to run once if it is of one thread', () => {
    const source = printing('printf("%u", at);').replace('[playground::CALL(1, 1, 1)]\n', '');
    expect(linter.offers(source)).toEqual([
      'Add [playground::CALL(1, 1, 1)]',
      'Add [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]',
    ]);
    linter.mendWholly(source, 'Add [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]');
  });

  it('is one that has CALL::ONCE alone, too', () => {
    const source = printing('printf("%u", at);').replace('CALL(1, 1, 1)', 'CALL::ONCE');
    expect(linter.found(source)).toEqual(['never-dispatched: say']);
    linter.mendWholly(source);
  });

  it('may be one among others, in a namespace or behind an attribute on its line', () => {
    const source = drawing(
      `[playground::ZEROS(4)] RWStructuredBuffer<float> heights;
namespace work { [shader("compute")] [numthreads(64, 1, 1)] void raise(uint at : SV_DispatchThreadID) { heights[at] += 1; } }`,
    );
    expect(linter.offers(source)).toEqual([
      'Add [playground::CALL::SIZE_OF("heights")]',
      'Add [playground::CALL(64, 1, 1)]',
    ]);
    expect(linter.mendWholly(source)).toContain(
      '[numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("heights")] void raise',
    );
  });

  it('is nothing to speak of where nothing is made to run', () => {
    const kernel = `RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(64, 1, 1)]
void scale(uint at : SV_DispatchThreadID) { data[at] *= 2; }
`;
    expect(linter.found(kernel)).toEqual([]);
    expect(
      linter.found(`import rendering;\n[shader("fragment")] float4 f() : SV_Target { return 1; }`),
    ).toEqual([]);
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
  ])('is offered what suits it: %s', (declaration, use, offers) => {
    const source = drawing(declaration, `float4(${use})`);
    expect(linter.found(source)).toEqual(['no-initial-content: data']);
    const labels = offers.map((offer) => `Add [playground::${offer}]`);
    expect(linter.offers(source)).toEqual(labels);
    for (const label of labels) linter.mendWholly(source, label);
  });

  it('is found in a struct', () => {
    const source = drawing(
      'struct Scene { float k; RWStructuredBuffer<uint> counts; };\nuniform Scene scene;',
      'float4(scene.counts[0] * scene.k)',
    );
    expect(linter.found(source)).toEqual(['no-initial-content: counts']);
    expect(linter.mendWholly(source)).toContain(
      '[playground::ZEROS(1024)] RWStructuredBuffer<uint>',
    );
  });

  it('is none if nothing uses it, or if it has content by itself', () => {
    const source = drawing(
      'RWStructuredBuffer<float> unused;\nSamplerState smooth;\nConstantBuffer<float4> zeros;\n' +
        '[playground::URL("a.png")] Texture2D<float4> image;',
      'zeros + image.SampleLevel(smooth, float2(0), 0)',
    );
    expect(linter.found(source)).toEqual([]);
  });
});

describe('an attribute that does not fit', () => {
  it('is offered the fitting ones, and to go', () => {
    const source = drawing(
      '[playground::SLIDER(0.5, 0, 1)]\nuniform float3 tint;',
      'float4(tint, 1)',
    );
    expect(linter.found(source)).toEqual(['wrong-attribute: playground::SLIDER']);
    expect(linter.offers(source)).toEqual([
      'Change it to [playground::COLOR_PICK(1.0, 0.5, 0.2)]',
      'Remove playground::SLIDER(0.5, 0, 1)',
    ]);
    expect(linter.mendWholly(source)).toContain(
      '[playground::COLOR_PICK(1.0, 0.5, 0.2)]\nuniform float3 tint;',
    );
    expect(linter.mendWholly(source, 'Remove playground::SLIDER(0.5, 0, 1)')).toBe(
      drawing('uniform float3 tint;', 'float4(tint, 1)'),
    );
  });

  it('of two one has to go, also out of a list', () => {
    const source = drawing(
      '[playground::TIME, playground::FRAME_ID] uniform float now;',
      'float4(now)',
    );
    expect(linter.mendWholly(source)).toContain('[playground::TIME] uniform float now;');
    expect(linter.mendWholly(source, 'Remove playground::TIME')).toContain(
      '[playground::FRAME_ID] uniform float now;',
    );
  });

  it('is also one whose numbers make no sense', () => {
    const source = drawing(
      '[playground::ZEROS(0)] RWStructuredBuffer<int> data;',
      'float4(data[0])',
    );
    expect(linter.lint(source)[0]?.message).toContain('its count is 0');
    expect(linter.mendWholly(source)).toContain(
      '[playground::ZEROS(1024)] RWStructuredBuffer<int>',
    );
  });

  it('is offered to go where the compiler refuses it', () => {
    const source = drawing('', 'float4(1)', `[playground::TIME]\n${SIZE_OF}`);
    expect(linter.found(source)).toEqual(['wrong-attribute: playground::TIME']);
    expect(linter.mendWholly(source)).toBe(drawing(''));
  });

  it('whose name does not exist is offered the nearest', () => {
    const source = drawing('', 'float4(1)', SIZE_OF.replace('SIZE_OF', 'SIZEOF'));
    expect(linter.found(source)).toEqual(['unknown-attribute: playground::CALL::SIZEOF']);
    expect(linter.mendWholly(source)).toBe(drawing(''));
  });
});

describe('a missing import', () => {
  it('of what draws is offered', () => {
    const source = drawing('').replace('import rendering;\n', '');
    expect(linter.found(source)).toEqual(['missing-import: drawPixel']);
    linter.mendWholly(source);
  });

  it('of printf is offered, which Slang has for other targets', () => {
    const source = printing('printf("%u", at);').replace('import printing;\n', '');
    expect(linter.found(source)).toEqual(['missing-import: printf']);
    linter.mendWholly(source);
  });

  it('of the attributes is offered at each, before the code and behind its first comment', () => {
    const body = drawing('').replace('import playground;\n', '// What it is.\n');
    expect(linter.found(body)).toEqual(['missing-import: playground::CALL::SIZE_OF']);
    linter.mendWholly(body);
    const bare = `// What it is.\n\n[playground::TIME] uniform float now;\nRWStructuredBuffer<float> data;\n[shader("compute")] [numthreads(1, 1, 1)] void main() { data[0] = now; }\n`;
    expect(linter.mend(bare)).toBe(bare.replace('[play', 'import playground;\n\n[play'));
  });

  it('is not offered for names that no module has', () => {
    expect(linter.found(drawing('', 'float4(drawPixels)'))).toEqual([]);
  });
});

describe('a texture that is read and written', () => {
  const texture = (type: string, body: string) => `import playground;

${type} outputTexture;

[shader("compute")]
[numthreads(8, 8, 1)]
${SIZE_OF}
void draw(uint2 pixel : SV_DispatchThreadID)
{
    ${body}
}
`;

  it('with several components is declared to be written if nothing reads it', () => {
    const source = texture(
      'RWTexture2D<float4>',
      'if (pixel.x > 3)\n        outputTexture[pixel] = float4(1, 0, 0, 1);\n    outputTexture[uint2(pixel.y, 0)] = 0.5;',
    );
    expect(linter.found(source)).toEqual(['read-write-texture: RWTexture2D']);
    expect(linter.mendWholly(source)).toBe(
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
  ])('is offered a format of one component if it is read: %s', (body) => {
    const source = texture('RWTexture2D<float4>', body);
    expect(linter.offers(source)).toEqual(['Keep one component: [format("r32f")]']);
    expect(linter.mendWholly(source)).toContain('[format("r32f")]\nRWTexture2D<float4>');
  });

  it('loses a format that does not work', () => {
    const source = texture('[format("rgba8")] RWTexture2D<float4>', 'outputTexture[pixel] += 0.5;');
    expect(linter.mendWholly(source)).toContain('\n[format("r32f")] RWTexture2D<float4>');
    const narrow = texture('[format("r16f")] RWTexture2D<float>', 'outputTexture[pixel] += 0.5;');
    expect(linter.offers(narrow)).toEqual(['Keep 32 bits: [format("r32f")]']);
    linter.mendWholly(narrow);
  });

  it.each([
    '[[vk::image_format("rgba8")]]\n',
    '[[vk::image_format("rgba8")]] [format("rgba8")] ',
    '[format("rgba8"), vk::image_format("rgba8")] ',
    '[playground::BLACK(4, 4), vk::image_format("rgba8"), format("rgba8")] ',
  ])('loses %j, which would win over the new format', (attributes) => {
    const source = texture(`${attributes}RWTexture2D<float4>`, 'outputTexture[pixel] += 0.5;');
    const mended = linter.mendWholly(source);
    expect(mended).toContain(
      '[format("r32f")] RWTexture2D<float4>'.replace(
        ' RW',
        mended.includes('")]\nRW') ? '\nRW' : ' RW',
      ),
    );
    expect(mended).not.toMatch(/rgba8/);
  });

  it('with one component is as it should be', () => {
    expect(linter.found(texture('RWTexture2D<float>', 'outputTexture[pixel] += 0.5;'))).toEqual([]);
  });
});

describe('a call by a resource that does not exist', () => {
  const DATA = '[playground::ZEROS(4)] RWStructuredBuffer<float> heights;';

  it('is offered the nearest name', () => {
    const source = drawing('', 'float4(1)', SIZE_OF.replace('outputTexture', 'outputTextur'));
    expect(linter.found(source)).toEqual(['unknown-resource: "outputTextur"']);
    expect(linter.mendWholly(source)).toBe(drawing(''));
  });

  it('is offered buffers only where only they can be', () => {
    const kernel = (name: string) =>
      `${DATA}\n[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL_INDIRECT("${name}", 0)] void work() {}\n`;
    const source = drawing(kernel('height'));
    expect(linter.offers(source)).toEqual(['Change it to "heights"']);
    expect(linter.mendWholly(source)).toBe(drawing(kernel('heights')));
  });

  it('and one call too many: either goes', () => {
    const source = drawing('', 'float4(1)', `${SIZE_OF}\n[playground::CALL(8, 8, 1)]`);
    expect(linter.found(source)).toEqual(['wrong-call: playground::CALL']);
    expect(linter.mendWholly(source, 'Remove playground::CALL(8, 8, 1)')).toBe(drawing(''));
    linter.mendWholly(source, 'Remove playground::CALL::SIZE_OF("outputTexture")');
  });
});

describe('an old shader', () => {
  it('with imageMain gets an entry point that draws it', () => {
    const source = `float4 imageMain(uint2 dispatchThreadID, int2 screenSize)
{
    return float4(float2(dispatchThreadID) / screenSize, 0, 1);
}`;
    expect(linter.found(source)).toEqual(['old-style-main: imageMain']);
    expect(linter.mendWholly(source)).toBe(`import playground;
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

  it('with printMain becomes one that runs once', () => {
    const source = '// Old.\nvoid printMain()\n{\n    printf("%d", 42);\n}\n';
    expect(linter.mendWholly(source)).toBe(`// Old.
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

  it('is not one that has an entry point, or functions of other kinds by these names', () => {
    expect(linter.found(drawing('float4 imageMain(uint2 a, int2 b) { return 1; }'))).toEqual([]);
    expect(linter.found('float imageMain(float x) { return x; }')).toEqual([]);
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
  ])('takes what its format says: %s', (body, marked, mended) => {
    const source = printing(body, NUMBERS);
    expect(linter.found(source)).toEqual([`printf-arguments: ${marked}`]);
    expect(linter.mendWholly(source)).toBe(printing(mended, NUMBERS));
  });

  it('can lose what is too much instead', () => {
    const few = printing('printf("%d %d\\n", whole);', NUMBERS);
    expect(linter.mendWholly(few, 'Remove %d from the format')).toBe(
      printing('printf("%d \\n", whole);', NUMBERS),
    );
    const many = printing('printf("%d\\n", whole, real, 3);', NUMBERS);
    expect(linter.mendWholly(many, 'Remove the last values')).toBe(
      printing('printf("%d\\n", whole);', NUMBERS),
    );
  });

  it('is left alone where it is right, or where nobody can tell', () => {
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

  it('of one’s own is none of our business', () => {
    const own = 'void printf(String text, int value) {}\n';
    expect(linter.found(drawing(`${own}\nvoid f() { printf("%f", 1); }`))).toEqual([]);
  });

  it('says which conversion does not exist', () => {
    const [lint] = linter.lint(printing('printf("%y", at);'));
    expect(lint?.message).toContain('Unsupported print specifier "%y"');
  });
});

describe('what needs more than every device has', () => {
  const buffers = Array.from(
    { length: 9 },
    (_, index) => `[playground::ZEROS(1)] RWStructuredBuffer<float> b${index};`,
  );
  const sum = buffers.map((_, index) => `b${index}[0]`).join(' + ');

  it('is noted at its entry point', () => {
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

  it('is noted at its resource', () => {
    const source = drawing(
      '[playground::ZEROS(40000000)] RWStructuredBuffer<float> huge;',
      'float4(huge[0])',
    );
    expect(linter.found(source)).toEqual(['beyond-default-limits: huge']);
  });

  it('is not noted where the default is enough', () => {
    expect(linter.found(drawing(buffers.slice(1).join('\n'), 'float4(b1[0])'))).toEqual([]);
  });
});
