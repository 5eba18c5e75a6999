import { REFUSED_PROGRAMS } from '../support/refusedPrograms.ts';
import { flatColor } from '../support/shaders.ts';
import {
  diagnostics,
  expect,
  onOnePage,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

onOnePage('WGSL that the browser rejects', (onlyPage) => {
  for (const { name, source, line, marks, says } of REFUSED_PROGRAMS) {
    test(`${name} is reported at its line`, async () => {
      const page = onlyPage();
      await typeSource(page, source);
      await pressAndCompile(page, 'F5');
      await expect(diagnostics(page)).toContainText('the browser rejects the generated WGSL');
      const number = source.split('\n').findIndex((text) => text.trim() === line) + 1;
      const problem = page
        .getByRole('list', { name: 'Problems' })
        .getByRole('button')
        .filter({ hasText: says })
        .filter({ hasText: new RegExp(`\\b${number}:\\d+$`) });
      const marked = sourceEditor(page).locator('.cm-line', { hasText: line });
      await problem.click();
      await expect(marked.locator('.cm-lintRange-error').first()).toHaveText(marks);
      await expect(sourceEditor(page)).toBeFocused();
    });
  }

  test('the problems vanish when a run succeeds', async () => {
    const page = onlyPage();
    const [{ source }] = REFUSED_PROGRAMS;
    await typeSource(page, source);
    await pressAndCompile(page, 'F5');
    await expect(sourceEditor(page).locator('.cm-lintRange-error')).toHaveCount(1);
    await runSource(page, flatColor('0.0, 1.0, 0.0, 1.0'));
    await expect(page.getByRole('list', { name: 'Problems' })).toHaveCount(0);
    await expect(sourceEditor(page).locator('.cm-lintRange-error')).toHaveCount(0);
  });
});
