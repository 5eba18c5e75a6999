/** The demo that opens when the address names no source and the tab held none. */
export const DEFAULT_DEMO = 'circle';
