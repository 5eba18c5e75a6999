import { expect, it } from 'vitest';
import { type DroppedItem, sortDrop } from './takeDrop.ts';

const item = (name: string): DroppedItem => ({
  file: new File(['x'], name),
  entry: null,
  handle: Promise.resolve(null),
});
const FOLDER: DroppedItem = {
  file: null,
  entry: { isDirectory: true } as FileSystemEntry,
  handle: Promise.resolve(null),
};

it('opens sources, archives and folders, and adds the rest to the project', () => {
  const [main, zip, cat, data, text, glsl] = [
    ...['main.slang', 'Project.ZIP', 'cat.PNG', 'points.npy', 'notes.txt', 'waves.glsl'].map(item),
  ];
  const sorted = sortDrop([main, cat, zip, FOLDER, data, text, glsl].flatMap((each) => each ?? []));
  expect(sorted).toEqual({
    opened: [main, zip, FOLDER, glsl],
    added: [cat?.file, data?.file, text?.file],
  });
});

it('ignores unreadable items', () => {
  expect(sortDrop([{ ...FOLDER, entry: null }])).toEqual({ opened: [], added: [] });
});
