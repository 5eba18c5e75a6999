import { flatColor } from '../support/shaders.ts';
import { expect, openPlayground, sourceEditor, test } from '../support/site.ts';

test('scripts in the page can control the playground', async ({ page, site }) => {
  const server = await site.serve();
  await openPlayground(page, server.url);
  await page.waitForFunction(() => window.slangPlayground !== undefined);

  await test.step('setting a project, running it and reading a pixel', async () => {
    const color = `import playground;
import rendering;
import color;

[playground::SLIDER(0.4, 0.0, 1.0)]
uniform float level;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(shade(level), pixel.y == 0 ? 1.0 : 0.0, 1.0); });
}
`;
    const seen = await page.evaluate(async (source) => {
      const playground = window.slangPlayground;
      if (!playground) throw new Error('There is no API.');
      const files = { 'color.slang': 'float2 shade(float level) { return float2(level, 0.2); }' };
      await playground.setProject({ source, files });
      const { run, uniforms } = await playground.run();
      await playground.pause();
      const { width, height, data } = await playground.readFrame();
      await playground.setUniform('level', 1);
      const top = [...data.slice(0, 4)];
      const bottom = [...data.slice((height - 1) * width * 4).slice(0, 4)];
      const { source: read, files: readFiles } = await playground.project();
      return {
        run,
        uniforms,
        top,
        bottom,
        isWhole: data.length === width * height * 4,
        isSame: read === source,
        readFiles,
      };
    }, color);
    expect(seen).toEqual({
      run: 'playing',
      uniforms: [{ kind: 'slider', name: 'level', value: expect.closeTo(0.4), min: 0, max: 1 }],
      top: [102, 51, 0, 255],
      bottom: [102, 51, 255, 255],
      isWhole: true,
      isSame: true,
      readFiles: { 'color.slang': expect.stringContaining('shade') },
    });
    await expect(sourceEditor(page)).toContainText('import color;');
  });

  await test.step('subscribing to problems and unsubscribing', async () => {
    const [told, later] = await page.evaluate(async () => {
      const playground = window.slangPlayground;
      if (!playground) throw new Error('There is no API.');
      const heard: { message: string; line: number | null }[] = [];
      const stop = playground.on('diagnostics', ({ diagnostics }) => heard.push(...diagnostics));
      await playground.setProject({ source: 'import playground;\nint broken = missing;\n' });
      const { run, diagnostics } = await playground.run();
      stop();
      const count = heard.length;
      await playground.setProject({ source: 'int broken = missing2;\n' });
      const first = diagnostics[0];
      return [
        {
          run,
          path: first?.path,
          line: first?.line,
          severity: first?.severity,
          hasHeard: count > 0,
        },
        heard.length - count,
      ];
    });
    expect(told).toEqual({
      run: 'failed',
      path: 'user.slang',
      line: 2,
      severity: 'error',
      hasHeard: true,
    });
    expect(later).toBe(0);
  });

  await test.step('compiling to HLSL without running', async () => {
    const compiled = await page.evaluate(async (source) => {
      const playground = window.slangPlayground;
      if (!playground) throw new Error('There is no API.');
      await playground.setProject({ source });
      const { succeeded, code, binary } = await playground.compile('HLSL');
      const spirv = await playground.compile('SPIRV');
      return { succeeded, code, binary, magic: spirv.binary && [...spirv.binary.slice(0, 4)] };
    }, flatColor('1.0, 0.5, 0.0, 1.0'));
    expect(compiled).toMatchObject({ succeeded: true, binary: null, magic: [3, 2, 35, 7] });
    expect(compiled.code).toContain('[numthreads(8, 8, 1)]');
  });

  await test.step('reporting invalid arguments', async () => {
    const refused = await page.evaluate(async () => {
      const playground = window.slangPlayground;
      const message = ({ message }: Error) => message;
      return [
        await playground?.setProject({ source: '', files: { '../x.slang': '' } }).catch(message),
        await playground?.setUniform('nothing', 1).catch(message),
        Object.isFrozen(playground),
      ];
    });
    expect(refused).toEqual([
      expect.stringContaining('“..” is not a name.'),
      expect.stringContaining('There is no slider or colour "nothing".'),
      true,
    ]);
  });
  expect(site.problems).toEqual([]);
});
