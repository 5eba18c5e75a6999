import { type Carried, NOTHING, spoiled } from './carried.ts';
import { openWindow } from './fileWindow.ts';
import { projectOfFilm } from './filmProject.ts';
import { isPng, projectOfPng } from './pngProject.ts';

/** What a picture or film carries of ours, by its content: its name may be any. Nothing is unpacked. */
export async function readCarried(file: Blob): Promise<Carried> {
  const window = openWindow(file);
  try {
    if (await isPng(window)) return await projectOfPng(window);
    return (await projectOfFilm(window)) ?? NOTHING;
  } catch {
    return spoiled('cannot be read: the file may have been moved');
  }
}
