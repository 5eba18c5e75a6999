import { expect, it } from 'vitest';
import { reportText } from './report.ts';

const PAGE = {
  ...{ address: 'https://play.test/', version: 'index-abc123.js' },
  ...{ browser: 'Mozilla/5.0 Chrome/140', size: '1400 × 900', time: '2026-01-02T03:04:05.000Z' },
};

it('states what failed, where and on which page', () => {
  const thrown = Object.assign(new TypeError('x is undefined'), {
    stack: 'TypeError: x is undefined\n    at draw (index.js:1:2)',
  });
  expect(reportText([{ part: 'Reflection', thrown, components: '\n    at Table' }], PAGE)).toBe(
    `Reflection stopped working: TypeError: x is undefined
    at draw (index.js:1:2)
Components:
    at Table

Page: https://play.test/
Version: index-abc123.js
Browser: Mozilla/5.0 Chrome/140
Window: 1400 × 900
Time: 2026-01-02T03:04:05.000Z
`,
  );
});

it('keeps a stack that does not start with the message, and values that are not errors', () => {
  const thrown = Object.assign(new Error('gone'), { stack: 'draw@index.js:1:2' });
  const faults = [thrown, 'plain'].map((each) => ({ part: null, thrown: each }));
  const text = reportText(faults, PAGE);
  expect(text).toContain('An error occurred: Error: gone\ndraw@index.js:1:2\n');
  expect(text).toContain('An error occurred: plain\n');
});

it('quotes only the start of a long message, which may contain the source', () => {
  const thrown = new Error('float4 secret;\n'.repeat(10_000));
  expect(reportText([{ part: null, thrown }], PAGE).length).toBeLessThan(5500);
});
