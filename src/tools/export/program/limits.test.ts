import { expect, it } from 'vitest';
import { format as cppHeaderFormat } from '#tools/export/formats/cppHeader.ts';
import { format as slangApiFormat } from '#tools/export/formats/slangApi.ts';
import { format as slangpyFormat } from '#tools/export/formats/slangpy.ts';
import { exportedDemo } from '../../../../tests/support/exportedDemos.ts';

it.each([cppHeaderFormat, slangApiFormat, slangpyFormat])(
  '$name says which animated sliders no longer move',
  async ({ limits }) => {
    const program = await exportedDemo('ocean');
    expect(limits(program).join()).not.toContain('movement');
    const moving = limits({ ...program, animated: ['swell', 'detail'] });
    expect(moving.join()).toContain('The movement of swell, detail: ');
  },
);
