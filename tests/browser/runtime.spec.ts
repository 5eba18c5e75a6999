import { expectColor } from '../support/frames.ts';
import { COLOR_CASES, PRINT_CASES, REFUSED_CASES } from '../support/runtimeCases.ts';
import { diagnostics, expect, onOnePage, runSource, test, typeSource } from '../support/site.ts';

onOnePage('on real WebGPU', (page) => {
  for (const { rule, source, prints } of PRINT_CASES) {
    test(rule, async () => {
      await runSource(page(), source);
      // A shader with sliders opens their tab, so open the Output tab explicitly.
      await page().getByRole('tab', { name: 'Output' }).click();
      const output = page().getByRole('tabpanel', { name: 'Output' });
      await expect.poll(() => output.textContent()).toBe(prints);
      await expect(page().getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
    });
  }

  // Before the pictures, which take processor time.
  for (const { rule, source, says } of REFUSED_CASES) {
    test(rule, async () => {
      await typeSource(page(), source);
      await page().keyboard.press('F5');
      await expect(diagnostics(page())).toContainText(says);
    });
  }

  for (const { rule, source, color } of COLOR_CASES) {
    test(rule, async () => {
      await runSource(page(), source);
      await expectColor(page(), color, { tolerance: 1 });
      await expect(page().getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
    });
  }
});
