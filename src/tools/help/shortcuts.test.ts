import { expect, it } from 'vitest';
import { isMac, keysOn } from '#ui/shortcuts.ts';
import { shortcutGroups } from './shortcuts.ts';

const REDO = { keys: ['Ctrl+Y'], macKeys: ['Mod+Shift+Z'], action: 'Redo' };
const LINES = { keys: ['Mod+Alt+G'], action: 'Go to a line' };

it.each([
  ['Ctrl and Alt on most computers', false, ['Ctrl+Y', 'Ctrl+Alt+G']],
  ['Cmd and Option, and the Mac’s own keys, on a Mac', true, ['Cmd+Shift+Z', 'Cmd+Option+G']],
])('keys use the names %s', (_, mac, keys) => {
  expect([REDO, LINES].flatMap((each) => keysOn(mac, each))).toEqual(keys);
});

it('keys never show the placeholder Mod', () => {
  const compile = { id: 'compile', title: 'Compile', group: 'Results', keys: ['Mod+B'] } as const;
  const commands = [{ ...compile, everywhere: true, run() {} }] as const;
  const shortcuts = shortcutGroups(commands).flatMap((group) => group.shortcuts);
  for (const mac of [false, true]) {
    const keys = shortcuts.flatMap((shortcut) => keysOn(mac, shortcut));
    expect(keys.filter((key) => key.includes('Mod'))).toEqual([]);
    expect(keys).toContain(mac ? 'Cmd+B' : 'Ctrl+B');
  }
});

it.each([
  ['MacIntel', true],
  ['iPad', true],
  ['Linux x86_64', false],
  ['Win32', false],
])('keys recognise a Mac by the platform %s', (platform, mac) => {
  expect(isMac(platform)).toBe(mac);
});

it('combines commands that Help describes together in one row, simpler keys first', () => {
  const texts = {
    helpGroup: 'While the debugger is open',
    help: 'Go one step forward or back',
  } as const;
  const step = { group: 'Tools', ...texts, run() {} } as const;
  const groups = shortcutGroups([
    { ...step, id: 'back', title: 'Step back', keys: ['Shift+F10'] },
    { ...step, id: 'forward', title: 'Step forward', keys: ['F11'] },
  ]);
  const rows = groups.find(({ title }) => title === step.helpGroup)?.shortcuts ?? [];
  expect(rows[0]).toMatchObject({ keys: ['F11', 'Shift+F10'], action: step.help });
});
