/** The demo that opens when the address names no source and the tab has no draft. */
export const DEFAULT_DEMO = 'circle';
