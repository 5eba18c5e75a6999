import { AxeBuilder } from '@axe-core/playwright';
import { GALLERY } from '#demos/gallery.ts';
import { expect, openPlayground, sourceEditor, test } from '../support/site.ts';

test('the gallery shows every demo with its picture, and opens the one that is chosen', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  await page.getByRole('button', { name: 'All demos…' }).click();
  const dialog = page.getByRole('dialog', { name: 'All demos' });
  const cards = dialog.getByRole('list', { name: 'Demos' }).getByRole('button');
  await expect(cards).toHaveCount(GALLERY.length);
  const pictures = dialog.locator('img');
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
      )
      .toBe(480);
  }
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  await cards.filter({ hasText: 'Volume Slices' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sourceEditor(page)).toContainText('A 3D texture, cut open');
  await expect(page.getByRole('slider', { name: 'lean' })).toBeVisible();
  // It is not in the list, so the list says nothing.
  await expect(page.getByRole('combobox', { name: 'Load Demo' })).toHaveValue('');
  await expect(page).toHaveURL(/demo=volume-slices/);
});

test('by keyboard alone: search, Enter opens the first, Escape gives the focus back', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  const opener = page.getByRole('button', { name: 'All demos…' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search demos' });
  await search.focus();
  await page.keyboard.type('no such demo');
  await expect(page.getByText('No demo matches “no such demo”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await search.fill('shortest image');
  await page.keyboard.press('Enter');
  await expect(sourceEditor(page)).toContainText('The shortest useful image');
});

test('on a phone the gallery fills the screen, and a demo opens its results', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(url);
  await page.getByRole('button', { name: 'All demos…' }).click();
  const dialog = page.getByRole('dialog', { name: 'All demos' });
  await expect(dialog).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBe(360);
  await dialog.getByRole('button', { name: /^Simple Image/ }).click();
  await expect(page.getByLabel('Render output')).toBeVisible();
});
