import { beforeEach, expect, it, vi } from 'vitest';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { readZip } from '#core/project/zip/readZip.ts';
import { saveFile } from '#ui/saveFile.ts';
import { type DownloadedOutput, downloadAll, type SuccessfulReport } from './targetsSession.ts';

vi.mock('#ui/saveFile.ts', () => ({ saveFile: vi.fn() }));

beforeEach(() => {
  vi.mocked(saveFile).mockReset();
});

function output(
  target: CompileTarget,
  entryPoint: string | null,
  code: string,
  binary: Uint8Array | null = null,
): DownloadedOutput {
  return {
    output: { target, entryPoint },
    report: { result: { code, binary } } as SuccessfulReport,
  };
}

it('downloads each output under its own name, and says how many are missing', async () => {
  const said = await downloadAll(
    [
      output('WGSL', null, 'fn é() {}'),
      output('SPIRV', null, '; SPIR-V', new Uint8Array([3, 2, 35, 7])),
      output('HLSL', 'draw', 'void draw() {}'),
    ],
    2,
  );
  expect(said).toBe(
    'Downloaded 3 outputs as targets.zip. 2 are missing, because there is no code for them.',
  );
  const [file] = vi.mocked(saveFile).mock.calls[0] ?? [];
  const limits = { fileBytes: 1e6, totalBytes: 1e6, isWanted: () => true };
  const files = await readZip(file ?? new Blob(), limits);
  expect(file?.name).toBe('targets.zip');
  expect(files).toEqual({
    ok: true,
    value: [
      { path: 'user.wgsl', bytes: new TextEncoder().encode('fn é() {}') },
      { path: 'user.spv', bytes: new Uint8Array([3, 2, 35, 7]) },
      { path: 'draw.hlsl', bytes: new TextEncoder().encode('void draw() {}') },
    ],
  });
});

it('says whether all outputs are included, or why there is no zip', async () => {
  expect(await downloadAll([output('WGSL', null, '')], 0)).toBe(
    'Downloaded 1 output as targets.zip.',
  );
  vi.mocked(saveFile).mockImplementation(() => {
    throw new Error('No space is left.');
  });
  expect(await downloadAll([output('WGSL', null, '')], 0)).toBe(
    'The zip could not be made: No space is left. Try again.',
  );
});
