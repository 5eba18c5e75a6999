import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import type { Diagnostic } from '#core/output/compileResult.ts';
import { problemsOf } from './wgslProblems.ts';

const note: Diagnostic = {
  ...{ severity: 'note', path: '', line: 0, message: 'WGSL line 7: x_0 = y_0;', notes: [] },
};
const error: Diagnostic = {
  ...{ severity: 'error', path: '/lib/noise.slang', line: 2, message: 'No.', notes: [note] },
};
const text = 'first\n  x = y;  \nlast';

function problems(diagnostic: Partial<Diagnostic>, doc = text, path = 'lib/noise.slang') {
  const file = { path, doc: Text.of(doc.split('\n')) };
  const sources = { '/lib/noise.slang': text, '/user.slang': text };
  return problemsOf(file, { diagnostics: [{ ...error, ...diagnostic }], sources });
}

it('marks the word, and quotes the WGSL line after the message', () => {
  expect(problems({ column: 3, length: 1 })).toEqual([
    {
      ...{ from: 8, to: 9, severity: 'error', message: 'No.', code: '', fixes: [] },
      related: [{ kind: 'elsewhere', message: note.message, label: '', open: null }],
    },
  ]);
});

it('marks the trimmed line if there is no word', () => {
  expect(problems({})).toMatchObject([{ from: 8, to: 14 }]);
});

it('marks nothing in another file, in an edited one or outside the text', () => {
  expect(problems({}, text, 'user.slang')).toEqual([]);
  expect(problems({}, `${text}!`)).toEqual([]);
  expect(problems({ line: 0 })).toEqual([]);
  expect(problems({ line: 9 })).toEqual([]);
});

it('compares texts regardless of their line endings', () => {
  const file = { path: 'user.slang', doc: Text.of(['a', 'b']) };
  const shown = { diagnostics: [{ ...error, path: '/user.slang' }] };
  expect(problemsOf(file, { ...shown, sources: { '/user.slang': 'a\r\nb' } })).toHaveLength(1);
});
