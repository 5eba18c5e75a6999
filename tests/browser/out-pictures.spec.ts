import type { Page } from '@playwright/test';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { readCarried } from '#core/project/readCarried.ts';
import { encodePng } from '../../scripts/generate/png.ts';
import { notice } from '../support/controls.ts';
import { downloaded } from '../support/downloads.ts';
import { dropFiles, pasteFile } from '../support/fileDrop.ts';
import { playbackButton } from '../support/frames.ts';
import { serveOtherSite } from '../support/otherSite.ts';
import { flatColor } from '../support/shaders.ts';
import {
  allowClipboard,
  expect,
  onOnePage,
  pausePicture,
  runSource,
  sourceEditor,
  test,
  untilFocusIsIn,
} from '../support/site.ts';

const OTHER = flatColor('0.0, 0.0, 1.0, 1.0');
const SAVED = `// The saved one\n${flatColor('0.0, 1.0, 0.0, 1.0')}`;

const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share', exact: true });

async function savePicture(page: Page): Promise<Buffer> {
  await playbackButton(page, 'Save').click();
  await page.getByRole('menuitem', { name: 'Save picture…' }).click();
  const saving = page.getByRole('dialog', { name: 'Save picture' });
  const { name, bytes } = await downloaded(page, () =>
    saving.getByRole('button', { name: 'Save picture' }).click(),
  );
  await expect(saving.getByRole('status')).toContainText(name);
  await page.keyboard.press('Escape');
  await expect(saving).toHaveCount(0);
  return bytes;
}

/** A film with one undecodable frame and this project. */
async function filmWith(packed: string): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  output.setMetadataTags({ comment: packed });
  await output.start();
  const decoderConfig = { codec: 'vp8', codedWidth: 16, codedHeight: 16 };
  await source.add(new EncodedPacket(new Uint8Array(9), 'key', 0, 1), { decoderConfig });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

async function expectOpened(page: Page, name: string): Promise<void> {
  await expect(notice(page)).toContainText(`Opened the project in ${name}.`);
  await notice(page).getByRole('button', { name: 'Close notice' }).click();
}

async function expectSaved(page: Page, name: string): Promise<void> {
  await expect(sourceEditor(page)).toContainText('// The saved one');
  await expectOpened(page, name);
}

onOnePage('a shared project', (page) => {
  test.describe('the share dialog', () => {
    test('opens after the link is copied, without getting in the way', async () => {
      await allowClipboard(page());
      await share(page()).click();
      await expect(dialog(page())).toBeVisible();
      await expect(share(page())).toBeFocused();
      await page().keyboard.press('Tab');
      await expect(dialog(page()).getByRole('tab', { name: 'Link' })).toBeFocused();
      const link = await page().evaluate(() => navigator.clipboard.readText());
      await expect(dialog(page()).getByRole('textbox', { name: 'Link' })).toHaveValue(link);
      await page().keyboard.press('Escape');
      await expect(dialog(page())).toHaveCount(0);
      await expect(share(page())).toBeFocused();

      await share(page()).click();
      await expect(dialog(page())).toBeVisible();
      // A click elsewhere closes it, and has its usual effect.
      await page().getByRole('button', { name: 'Help' }).click();
      await untilFocusIsIn(page().getByRole('dialog', { name: 'Help' }));
      await expect(dialog(page())).toHaveCount(0);
      await page().keyboard.press('Escape');
      await expect(page().getByRole('dialog', { name: 'Help' })).toHaveCount(0);
    });

    test('adds playback or uniform values to the link, and leads to Export', async () => {
      await share(page()).click();
      const link = dialog(page()).getByRole('textbox', { name: 'Link' });
      await expect(link).not.toHaveValue('');
      const plain = await link.inputValue();
      for (const name of ['Playback', 'Uniform values']) {
        await dialog(page()).getByRole('checkbox', { name }).check();
        // The view needs a packed project.
        await expect(link).toHaveValue(/[#&]project=/);
        await dialog(page()).getByRole('checkbox', { name }).uncheck();
        await expect(link).toHaveValue(plain);
      }
      await dialog(page()).getByRole('button', { name: 'Export…' }).click();
      await untilFocusIsIn(page().getByRole('dialog', { name: 'Export' }));
      await expect(dialog(page())).toHaveCount(0);
      await page().keyboard.press('Escape');
      await expect(share(page())).toBeFocused();
    });

    test('generates the code of a working embed', async () => {
      await runSource(page(), SAVED);
      await share(page()).click();
      await dialog(page()).getByRole('tab', { name: 'Embed' }).click();
      await dialog(page()).getByRole('checkbox', { name: 'Controls' }).uncheck();
      const code = dialog(page()).getByRole('textbox', { name: 'Embed code' });
      await expect(code).toHaveValue(/^<iframe src="[^"]+\/embed\.html\?controls=off#code=eJ/);
      await dialog(page()).getByRole('button', { name: 'Copy', exact: true }).click();
      await expect(dialog(page()).getByRole('status')).toHaveText('Copied to the clipboard.');
      const copied = await page().evaluate(() => navigator.clipboard.readText());
      await expect(code).toHaveValue(copied);
      // No `about:` page may frame it.
      const blog = await serveOtherSite({ '': { type: 'text/html', body: copied } });
      const other = await page().context().newPage();
      await other.goto(blog.url);
      const frame = other.frames().at(-1);
      await expect.poll(() => frame?.url()).toBe(/src="([^"]+)"/.exec(copied)?.[1]);
      await other.close();
      await blog.close();
      await page().bringToFront();

      const kind = dialog(page()).getByRole('combobox', { name: 'Kind of embed' });
      await kind.selectOption('element');
      await expect(code).toHaveValue(
        /<slang-playground [^>]*controls="off"[^>]*><pre>\n\/\/ The saved one\n/,
      );
      await page().keyboard.press('Escape');
      await expect(dialog(page())).toHaveCount(0);
    });

    test('copies a report', async () => {
      await share(page()).click();
      await dialog(page()).getByRole('button', { name: 'Copy as Markdown' }).click();
      await expect(dialog(page()).getByRole('status')).toHaveText(
        'Report copied to the clipboard.',
      );
      const report = await page().evaluate(() => navigator.clipboard.readText());
      expect(report).toMatch(/^- Link: <http:\/\/\S+[?&#]code=eJ\S+>\n- Compiler: Slang `\d+/);
      expect(report).toContain('- Target: `WGSL`\n');
      expect(report).toMatch(/- GPU: `.+`\n/);
      expect(report).toContain('```slang\n// The saved one\n');
      await page().keyboard.press('Escape');
      await expect(dialog(page())).toHaveCount(0);
    });
  });

  test.describe('pictures and films', () => {
    let png: Buffer = Buffer.alloc(0);

    test('a saved picture opens as the project that it shows', async () => {
      await runSource(page(), SAVED);
      await pausePicture(page());
      png = await savePicture(page());
      await runSource(page(), OTHER);
      await dropFiles(page(), [{ name: 'green.png', content: png }]);
      await expect(sourceEditor(page())).toContainText('// The saved one');
      // The replaced project is one click away.
      await page().getByRole('button', { name: 'Restore source' }).click();
      await expect(sourceEditor(page())).not.toContainText('// The saved one');
      await expectOpened(page(), 'green.png');
      await pasteFile(sourceEditor(page()), { name: 'image.png', content: png });
      await expectSaved(page(), 'pasted.png');
    });

    test('a film opens as the project that it shows', async () => {
      const carried = await readCarried(new Blob([Uint8Array.from(png)]));
      await runSource(page(), OTHER);
      const content = await filmWith(carried.kind === 'project' ? carried.packed : '');
      await dropFiles(page(), [{ name: 'green.webm', content }]);
      await expectSaved(page(), 'green.webm');
    });

    test('a damaged file is reported, and the open project is kept', async () => {
      await runSource(page(), OTHER);
      const content = Buffer.from(png);
      const at = content.indexOf('Slang Playground') + 40;
      content[at] = content[at] === 65 ? 66 : 65;
      await dropFiles(page(), [{ name: 'bad.png', content }]);
      await expect(
        page().getByText(/^The project in bad\.png is damaged: its checksum is wrong\. /),
      ).toBeVisible();
      await expect(sourceEditor(page())).not.toContainText('// The saved one');
    });

    test('a picture from another tool is added as an image', async () => {
      const content = encodePng({ width: 1, height: 1, data: Uint8Array.of(9, 9, 9) });
      await dropFiles(page(), [{ name: 'grey.png', content }]);
      await expect(page().getByText('grey.png', { exact: true }).first()).toBeVisible();
      await expect(sourceEditor(page())).not.toContainText('// The saved one');
    });
  });
});
