import { chooseFromMenu } from '../support/controls.ts';
import { expect, openAtRest, test, untilFocusIsIn } from '../support/site.ts';

test('a project is named after its demo until the user names it, which a reload keeps', async ({
  page,
  site,
}) => {
  const name = page.getByRole('textbox', { name: 'Project name' });
  const { url } = await site.serve();
  await openAtRest(page, url);
  await expect(name).toHaveValue('Circle');

  await test.step('Escape discards the typed name', async () => {
    await name.fill('Ring');
    await name.press('Escape');
    await expect(name).toHaveValue('Circle');
  });

  await test.step('Enter applies it', async () => {
    await name.fill('  My  rings ');
    await name.press('Enter');
    await expect(name).toHaveValue('My rings');
    await expect(page).toHaveTitle('My rings · Slang Playground');
    await expect(name).not.toBeFocused();
  });

  await test.step('a reload keeps it', async () => {
    await page.reload();
    await expect(name).toHaveValue('My rings');
  });

  await test.step('a link contains it', async () => {
    await page.goto(`${url}?demo=simple-image&name=Two%20colors`);
    await expect(name).toHaveValue('Two colors');
  });

  await test.step('clearing the field restores the derived name', async () => {
    await name.fill('');
    await name.blur();
    await expect(name).toHaveValue('Simple Image');
    await expect(page).toHaveTitle('Simple Image · Slang Playground');
  });

  await test.step('a window without room for the field uses a dialog', async () => {
    await page.setViewportSize({ width: 900, height: 700 });
    await expect(name).toBeHidden();
    await chooseFromMenu(page, 'Project', 'Rename project…');
    const dialog = page.getByRole('dialog', { name: 'Rename project' });
    await untilFocusIsIn(dialog);
    await page.keyboard.type('My dots');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveTitle('My dots · Slang Playground');
  });
});
