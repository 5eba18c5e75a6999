import buffer from './buffer.slang?raw';
import mouse from './mouse.slang?raw';
import picture from './picture.slang?raw';
import print from './print.slang?raw';

/** The shortest program of each kind, offered for an empty source. */
export const BEGINNINGS = [
  { name: 'Picture', summary: 'A color for each pixel', text: picture },
  { name: 'Mouse', summary: 'A picture that follows the mouse', text: mouse },
  { name: 'Print', summary: 'Text in the Output tab', text: print },
  { name: 'Buffer', summary: 'Random numbers, which the Resources tool shows', text: buffer },
] as const;
