import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { OutputResult } from './state.ts';
import { OutputCell } from './targets.tsx';

function textOf(result: OutputResult, isOld = false): string {
  const markup = renderToStaticMarkup(
    <table>
      <tbody>
        <tr>
          <OutputCell
            output={{ target: 'HLSL', entryPoint: 'draw' }}
            shown={{ result, isOld }}
            onShow={async () => {}}
          />
        </tr>
      </tbody>
    </table>,
  );
  return markup
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')
    .replaceAll(/^\||\|$/g, '');
}

const COMPILED: OutputResult = {
  ...{ kind: 'compiled', bytes: 4200, lines: 1200, milliseconds: 35.4, needs: ['double'] },
};

it('starts with whether the output compiles', () => {
  expect(textOf({ kind: 'waiting' })).toBe('…|waiting');
  expect(textOf(COMPILED)).toBe('ok|4.2 kB|1,200 lines|35 ms|double');
  expect(textOf({ ...COMPILED, lines: 1, milliseconds: null, needs: [] })).toBe(
    'ok|4.2 kB|1 line|stored',
  );
  expect(textOf({ kind: 'failed', reason: 'no stage' })).toBe('fails|: |no stage');
  expect(textOf({ kind: 'unfinished' })).toBe('fails|: |the compiler does not finish this source');
});

it('marks results from before the edit', () => {
  expect(textOf(COMPILED, true)).toMatch(/^ok\|.*\|, before your edit$/);
  expect(textOf({ kind: 'waiting' }, false)).not.toContain('edit');
});
