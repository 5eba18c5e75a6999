import playground from './playground.slang?raw';
import printing from './printing.slang?raw';
import rendering from './rendering.slang?raw';

/** The library modules that a source may import, in dependency order. */
export const LIBRARIES = [
  { name: 'playground', source: playground },
  { name: 'rendering', source: rendering },
  { name: 'printing', source: printing },
] as const;
