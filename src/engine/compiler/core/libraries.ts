/** Each module follows those that it imports. */
export const LIBRARY_NAMES = ['playground', 'rendering', 'printing'] as const;
