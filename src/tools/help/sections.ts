/** The titles of Help's sections, in order. */
export const HELP_SECTIONS = [
  'Run and Compile',
  'Printing text',
  'Drawing an image',
  'Shader commands',
  'Projects',
  'Debugger',
  'Resources',
  'From source to output',
  'Time',
  'Embeds and exports',
  'Keyboard',
  'Privacy and links',
  'About',
] as const;

export type HelpSection = (typeof HELP_SECTIONS)[number];
