import { expect, it } from 'vitest';
import type { JsonValue } from '#core/util/json.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { markupOf } from '../../../../tests/support/markup.ts';
import { ReflectionPanel } from './ReflectionPanel.tsx';
import { ReflectionTables } from './ReflectionTables.tsx';
import { wholeReflection } from './useWholeReflection.ts';

const parameter = (index: number): JsonValue => ({
  name: `image${index}`,
  binding: { kind: 'descriptorTableSlot', index },
  type: { kind: 'samplerState' },
});

const manyParameters = (length: number): JsonValue => ({
  parameters: Array.from({ length }, (_, index) => parameter(index)),
  entryPoints: [],
});

const panelOf = (reflection: JsonValue) =>
  markupOf({ reflection }, (workspace) => <ReflectionPanel workspace={workspace} />);

it('shows 200 parameters at first, and a button for 1,000 more', () => {
  const listed = (length: number) => {
    const shown = runAtOnce(wholeReflection(manyParameters(length), 'WGSL'));
    return markupOf({}, (workspace) => <ReflectionTables workspace={workspace} shown={shown} />);
  };
  const panel = listed(3000);
  expect(panel.match(/scope="row"/g)).toHaveLength(200);
  expect(panel).toContain('Show 1,000 more of 2,800<');
  expect(listed(1200)).toContain('Show 1,000 more<');
});

it('shows progress for a large reflection, and a small one immediately', () => {
  const large = panelOf(manyParameters(3000));
  expect(large).toContain('aria-label="Reading the reflection"');
  expect(large).not.toContain('<table');
  const small = panelOf(manyParameters(30));
  expect(small).not.toContain('Reading the reflection');
  expect(small).toContain('<table');
});

it('shows no table if there is nothing to list', () => {
  for (const reflection of [{ parameters: [], entryPoints: [] }, [], 'text', null]) {
    expect(panelOf(reflection)).not.toContain('<table');
  }
});
