import { expect, it } from 'vitest';
import { type DroppedItem, type DropTakers, sortDrop, takeDrop, takeFiles } from './takeDrop.ts';

const item = (name: string): DroppedItem => ({
  file: new File(['x'], name),
  entry: null,
  handle: Promise.resolve(null),
});

/** Takers that record their calls. Pictures of a wave carry a project. */
function createTakers() {
  const log: string[] = [];
  const takers: DropTakers = {
    openDropped: async (items) => void log.push(`open ${items.map(({ file }) => file?.name)}`),
    async openCarried({ name }) {
      log.push(`look into ${name}`);
      return name.startsWith('wave');
    },
    addAssets: async (files) => void log.push(`add ${files.map(({ name }) => name)}`),
  };
  return { takers, log };
}

it.each([
  ['wave.png', 'look into wave.png'],
  ['wave.webm', 'look into wave.webm'],
  ['cat.png', 'look into cat.png; add cat.png'],
  ['film.mp4', 'look into film.mp4; add film.mp4'],
  ['wave.png cat.png', 'add wave.png,cat.png'],
  ['main.slang wave.png', 'open main.slang; add wave.png'],
  ['', ''],
])('files dropped as “%s” go to the right takers', async (names, expected) => {
  const { takers, log } = createTakers();
  await takeDrop(names.split(' ').filter(Boolean).map(item), takers);
  expect(log.join('; ')).toBe(expected);
});

it('pasted files are handled in the same way', async () => {
  const { takers, log } = createTakers();
  await takeFiles([new File(['x'], 'wave.png')], takers);
  await takeFiles([new File(['x'], 'pasted.png')], takers);
  expect(log).toEqual(['look into wave.png', 'look into pasted.png', 'add pasted.png']);
});

it('sources, archives and folders are opened, and the rest is added to the project', () => {
  const folder = { ...item(''), file: null, entry: { isDirectory: true } as FileSystemEntry };
  const opened = [...['main.slang', 'Project.ZIP', 'waves.glsl'].map(item), folder];
  const added = ['cat.PNG', 'points.npy', 'notes.txt'].map(item);
  const sorted = sortDrop([...added.slice(0, 1), ...opened, ...added.slice(1)]);
  expect(sorted).toEqual({ opened, added: added.map(({ file }) => file) });
});
