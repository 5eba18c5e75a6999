import { expect, it } from 'vitest';
import { type ReportFacts, reportMarkdown } from './reportMarkdown.ts';

const FACTS: ReportFacts = {
  ...{ link: 'https://play.test/?target=SPIRV&code=eJabc', linkNote: null },
  ...{ text: 'float x;\n', files: [], assets: [], diagnostics: [], messages: '' },
  ...{ compiler: '2025.10', target: 'SPIRV', profile: null, entryPoint: 'main' },
  ...{ browser: 'Mozilla/5.0 Chrome/140', gpu: 'vendor, architecture' },
};

it('includes everything needed to reproduce the problem', () => {
  const text = reportMarkdown({
    ...FACTS,
    profile: 'sm_6_6',
    files: [{ path: 'lib/noise.slang', text: 'module noise;' }],
    assets: ['cat.png', 'points.npy'],
    diagnostics: [
      {
        ...{ severity: 'error', code: 30015, path: '/user.slang', line: 3, column: 5 },
        ...{ message: "undefined identifier 'y'", notes: [] },
      },
      { severity: 'warning', path: '', line: 0, message: 'odd', notes: [] },
    ],
    messages: 'user.slang(3): error 30015',
  });
  expect(text).toBe(`- Link: <https://play.test/?target=SPIRV&code=eJabc>
- Compiler: Slang \`2025.10\`
- Target: \`SPIRV\`, profile \`sm_6_6\`
- Entry point: \`main\`
- Browser: \`Mozilla/5.0 Chrome/140\`
- GPU: \`vendor, architecture\`

**Diagnostics**

- error 30015 at \`/user.slang:3:5\`: \`undefined identifier 'y'\`
- warning: \`odd\`

**Messages**

\`\`\`text
user.slang(3): error 30015
\`\`\`

**\`user.slang\`**

\`\`\`slang
float x;
\`\`\`

**\`lib/noise.slang\`**

\`\`\`slang
module noise;
\`\`\`

Images and data: \`cat.png\`, \`points.npy\`
`);
});

it('says what is unavailable', () => {
  const text = reportMarkdown({
    ...FACTS,
    ...{ link: null, linkNote: 'The source has\n5 bytes.', compiler: null, entryPoint: null },
  });
  expect(text).toContain('- Link: none\n- Of the link: The source has 5 bytes.\n');
  expect(text).toContain('- Compiler: not ready\n');
  expect(text).toContain('- Entry point: none\n');
  const long = reportMarkdown({ ...FACTS, link: `https://play.test/#${'a'.repeat(9000)}` });
  expect(long).toContain('- Link: left out: it has 9,019 characters\n');
});

it.each([
  ['a fence in the source', '// ```\n````\nx', '`````slang\n// ```\n````\nx\n`````\n'],
  ['no line break at the end', 'a', '```slang\na\n```\n'],
  ['nothing', '', '```slang\n\n```\n'],
])('quotes a source with %s', (_, text, expected) => {
  expect(reportMarkdown({ ...FACTS, text })).toContain(expected);
});

it('quotes names and messages so that none ends its quotation', () => {
  const text = reportMarkdown({ ...FACTS, entryPoint: 'a`b\n# x', browser: '`', gpu: '' });
  expect(text).toContain('- Entry point: ``a`b # x``\n- Browser: `` ` ``\n- GPU: `  `\n');
});

it('truncates endless parts', () => {
  const diagnostic = { severity: 'note', path: '', line: 0, message: 'm', notes: [] } as const;
  const text = reportMarkdown({
    ...FACTS,
    messages: 'x'.repeat(1_000_000),
    diagnostics: Array.from({ length: 60 }, () => diagnostic),
  });
  expect(text.length).toBeLessThan(12_000);
  expect(text).toContain('(cut here: 1,000,000 characters in all)');
  expect(text).toContain('- and 10 more\n');
});
