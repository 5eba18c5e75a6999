import { expect, it } from 'vitest';
import type { Diagnostic } from '#core/output/compileResult.ts';
import type { OpenFile } from '#core/project/openFile.ts';
import { markupOf } from '../../../../tests/support/markup.ts';
import { ProblemList } from './ResultPanels.tsx';

const problem = (message: string): Diagnostic => ({
  ...{ severity: 'error', path: '/user.slang', line: 1, message, notes: [] },
});

const listOf = (diagnostics: readonly Diagnostic[], files: readonly OpenFile[] = []) =>
  markupOf({ diagnostics, files }, (workspace) => <ProblemList workspace={workspace} />);

it('shows 200 problems and the number of hidden ones', () => {
  const many = Array.from({ length: 1234 }, (_, index) => problem(`problem ${index}`));
  const list = listOf(many);
  expect(list.match(/<li/g)).toHaveLength(201);
  expect(list).toContain('problem 199<');
  expect(list).toContain('1,034 more');
  expect(listOf(many.slice(0, 200))).not.toContain('more');
});

it('truncates a message of any length', () => {
  expect(listOf([problem('x'.repeat(1_000_000))]).length).toBeLessThan(3000);
});

it('opens only files of the project', () => {
  const files = [{ id: 1, path: 'lib/noise.slang', text: '' }];
  const inFile = (path: string) => listOf([{ ...problem('wrong'), path }], files);
  expect(inFile('/user.slang')).toMatch(/<button.*>user.slang 1<\/span>/);
  expect(listOf([problem('wrong')])).toMatch(/<button.*>1<\/span>/);
  expect(inFile('/lib/noise.slang')).toMatch(/<button.*>lib\/noise.slang 1<\/span>/);
  expect(inFile('/rendering.slang')).not.toContain('<button');
});
