import { expect, it } from 'vitest';
import type { Buffer } from '#core/plan/reflection/layoutRules.ts';
import type { Parameter, ReflectedType } from '#core/plan/reflection/reflection.ts';
import type { JsonValue } from '#core/util/json.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { markupOf } from '../../../../tests/support/markup.ts';
import { BufferBytes } from './ByteRuler.tsx';
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

it('labels padding, and says how many bytes the scalar layout saves', () => {
  const elementType: ReflectedType = { kind: 'scalar', scalarType: 'float32' };
  const field = (index: number): Parameter => ({
    name: `weights${index}`,
    type: { kind: 'array', elementCount: 1, elementType, stride: 16 },
    bindings: [{ kind: 'uniform', offset: 16 * index, size: 16 }],
    attributes: [],
  });
  const buffer: Buffer = {
    content: { kind: 'struct', name: 'S', fields: [field(0), field(1)] },
    ...{ size: 32, rule: 'std140', isElement: false },
  };
  const text = markupOf({}, () => <BufferBytes name="frame" buffer={buffer} />);
  expect(text).toContain('The scalar layout takes 8 bytes: 24 bytes (75 %) less than std140.');
  expect(text).toContain('aria-label="Bytes of frame, As compiled (std140)"');
  expect(text.match(/>12 bytes of padding</g)).toHaveLength(2);
});
