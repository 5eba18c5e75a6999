/** The modules that a source may import, each after those that it imports itself. */
export const LIBRARY_NAMES = ['playground', 'rendering', 'printing'] as const;
