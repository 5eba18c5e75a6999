import { expect, it } from 'vitest';
import { exportedDemo } from '../../../../tests/support/exportedDemos.ts';
import { cppHeaderFormat } from './cppHeaderFormat.ts';
import { slangApiFormat } from './slangApiFormat.ts';
import { slangpyFormat } from './slangpyFormat.ts';

it.each([cppHeaderFormat, slangApiFormat, slangpyFormat])(
  '$name says which sliders no longer move by themselves',
  async ({ limits }) => {
    const program = await exportedDemo('ocean');
    expect(limits(program).join()).not.toContain('movement');
    const moving = limits({ ...program, animated: ['swell', 'detail'] });
    expect(moving.join()).toContain('The movement of swell, detail: ');
  },
);
