import type { Page } from '@playwright/test';
import { writeZip } from '#core/project/zip.ts';
import { chooseFromMenu, notice } from '../support/controls.ts';
import { downloaded, unzipped } from '../support/downloads.ts';
import {
  expect,
  noDiagnostics,
  onOnePage,
  sourceEditor,
  test,
  typeSource,
  untilRunning,
} from '../support/site.ts';

const MAIN = `import playground;
import rendering;
import noise;

[shader("compute")]
[numthreads(16, 16, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(noise(pixel), 0.5, 1.0, 1.0); }); // λ
}
`;
const NOISE = `module noise;

public float noise(uint2 at)
{
    return float(at.x % 7) / 7.0;
}
`;
const POINTS = Uint8Array.from({ length: 4096 }, (_, at) => at % 251);

const fileTabs = (page: Page) => page.getByRole('tablist', { name: 'Files' }).getByRole('tab');

const choose = (page: Page, item: string) => chooseFromMenu(page, 'Project', item);

async function openFiles(page: Page, files: readonly NamedBytes[]): Promise<void> {
  const asking = page.waitForEvent('filechooser');
  await choose(page, 'Open files…');
  const chooser = await asking;
  await chooser.setFiles(
    files.map(({ name, bytes }) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    })),
  );
}

interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

/** Provides a folder in the browser's file system, because tests cannot use system dialogs. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showOpenFilePicker');
    Object.assign(window, {
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('shaders', { create: true }),
    });
  });
}

/** Simulates another program that writes a file in the folder. */
function writeOutside(page: Page, name: string, text: string): Promise<void> {
  return page.evaluate(
    async ([file, content]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('shaders', { create: true });
      const handle = await folder.getFileHandle(file, { create: true });
      const writer = await handle.createWritable();
      await writer.write(content);
      await writer.close();
    },
    [name, text] as const,
  );
}

function readOutside(page: Page, name: string): Promise<string> {
  return page.evaluate(async (file) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('shaders');
    return (await (await folder.getFileHandle(file)).getFile()).text();
  }, name);
}

onOnePage(
  'projects on disk',
  (getPage, problems) => {
    test('a zip restores all files byte for byte', async () => {
      const page = getPage();
      await untilRunning(page, () =>
        openFiles(page, [
          { name: 'wave.slang', bytes: MAIN },
          { name: 'noise.slang', bytes: NOISE },
          { name: 'points.bin', bytes: POINTS },
        ]),
      );
      await noDiagnostics(page);
      await expect(fileTabs(page)).toHaveText(['wave.slang', 'noise.slang']);
      const first = await downloaded(page, () => choose(page, 'Download zip'));
      expect(first.name).toBe('wave.zip');
      const files = await unzipped(first.bytes);
      const paths = ['playground.json', 'wave.slang', 'noise.slang', 'points.bin'];
      expect(files.map(({ path }) => path)).toEqual(paths);
      expect(files.slice(1).map(({ bytes }) => Buffer.from(bytes))).toEqual(
        [MAIN, NOISE, POINTS].map((content) => Buffer.from(content)),
      );

      await typeSource(page, '// something else\n');
      await untilRunning(page, () => openFiles(page, [{ name: 'wave.zip', bytes: first.bytes }]));
      const second = await downloaded(page, () => choose(page, 'Save'));
      expect(await unzipped(second.bytes)).toEqual(files);
    });

    test('a hostile zip is rejected, and the project is kept', async () => {
      const page = getPage();
      await typeSource(page, '// mine\n');
      const archive = await writeZip([{ path: '../evil.slang', bytes: Buffer.from(MAIN) }]);
      const bytes = new Uint8Array(await archive.arrayBuffer());
      await openFiles(page, [{ name: 'evil.zip', bytes }]);
      await expect(notice(page)).toContainText(
        'evil.zip cannot be opened. It has a file with the path "../evil.slang", which does not stay inside the archive.',
      );
      await expect(sourceEditor(page)).toHaveText('// mine');
      await notice(page).getByRole('button', { name: 'Close notice' }).last().click();
    });

    test('the project is saved to its folder, and outside changes are offered', async () => {
      const page = getPage();
      await writeOutside(page, 'a.slang', MAIN);
      await writeOutside(page, 'b.slang', MAIN);
      await writeOutside(page, 'noise.slang', NOISE);
      await choose(page, 'Open folder…');
      const question = page.getByRole('dialog', { name: 'Choose the main file' });
      await untilRunning(page, () => question.getByRole('button', { name: 'a.slang' }).click());
      await expect(fileTabs(page)).toHaveText(['a.slang', 'b.slang', 'noise.slang']);
      await typeSource(page, `// edited\n${MAIN}`);
      const unsaved = fileTabs(page).filter({ hasText: 'not saved to your disk' });
      await expect(unsaved).toHaveCount(1);
      await expect(unsaved).toContainText('a.slang');
      await sourceEditor(page).press('ControlOrMeta+s');
      await expect(notice(page)).toContainText('Saved a.slang in shaders.');
      expect(await readOutside(page, 'a.slang')).toBe(`// edited\n${MAIN}`);
      await expect(unsaved).toHaveCount(0);

      await writeOutside(page, 'a.slang', `// from outside\n${MAIN}`);
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(notice(page)).toContainText('a.slang was changed outside of this page.');
      await expect(sourceEditor(page)).toContainText('// edited');
      await notice(page).getByRole('button', { name: 'Reload from disk' }).click();
      await expect(sourceEditor(page)).toContainText('// from outside');

      // The next visit still remembers the folder.
      await page.reload();
      await expect(fileTabs(page)).toHaveText(['a.slang', 'b.slang', 'noise.slang']);
      await typeSource(page, `// after a reload\n${MAIN}`);
      await expect(unsaved).toHaveCount(1);
      await sourceEditor(page).press('ControlOrMeta+s');
      await expect(notice(page)).toContainText('Saved a.slang in shaders.');
      expect(await readOutside(page, 'a.slang')).toBe(`// after a reload\n${MAIN}`);
      expect(problems).toEqual([]);
    });
  },
  { width: 900, height: 600 },
  { prepare },
);
