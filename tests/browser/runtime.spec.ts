import { PAGE_PRINT_CASES, PAGE_REFUSED_CASES } from '../support/runtimeCases.ts';
import { diagnostics, expect, onOnePage, runSource, test, typeSource } from '../support/site.ts';

// tests/gpu/runtime.test.ts runs the cases that need no page.
onOnePage('on real WebGPU', (page) => {
  for (const { rule, source, prints } of PAGE_PRINT_CASES) {
    test(rule, async () => {
      await runSource(page(), source);
      await page().getByRole('tab', { name: 'Output' }).click();
      const output = page().getByRole('tabpanel', { name: 'Output' });
      await expect.poll(() => output.textContent()).toBe(prints);
      await expect(page().getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
    });
  }

  for (const { rule, source, says } of PAGE_REFUSED_CASES) {
    test(rule, async () => {
      await typeSource(page(), source);
      await page().keyboard.press('F5');
      await expect(diagnostics(page())).toContainText(says);
    });
  }
});
