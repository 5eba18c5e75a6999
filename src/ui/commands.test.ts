import { expect, it } from 'vitest';
import { addCommands, allCommands, type Command } from './commands.ts';

const command = (id: string): Command => ({ id, title: id, group: 'Page', run: () => {} });
const ids = async () => (await allCommands()).map(({ id }) => id);

it('lists commands in the order in which they were added, until they are removed', async () => {
  const removeFirst = addCommands(() => [command('a')]);
  const removeSecond = addCommands(async () => [command('b'), command('c')]);
  expect(await ids()).toEqual(['a', 'b', 'c']);
  removeFirst();
  expect(await ids()).toEqual(['b', 'c']);
  removeSecond();
  expect(await ids()).toEqual([]);
});

it('leaves out commands that cannot be loaded', async () => {
  const remove = [
    addCommands(() => Promise.reject(new Error('The script is gone.'))),
    addCommands(() => {
      throw new Error('A bug.');
    }),
    addCommands(() => [command('a')]),
  ];
  expect(await ids()).toEqual(['a']);
  for (const each of remove) each();
});
