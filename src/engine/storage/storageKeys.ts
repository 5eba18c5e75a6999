/** The page's storage keys, except those of the user's choices (`settings.ts`). */
export const STORAGE_KEYS = {
  recentCommands: 'playground:recent-commands',
  exportFormat: 'playground:export-format',
  /** The position of the picture, for the first picture of the next visit. */
  picturePlace: 'playground:picture-place',
  /** Origins that shared sources may fetch from. */
  allowedOrigins: 'playground:allowed-origins',
  /** Hashes of sources by how earlier runs ended: device lost, start not finished, or lasted. */
  lostDeviceSources: 'playground:lost-device-sources',
  unfinishedStarts: 'playground:unfinished-starts',
  lastedSources: 'playground:lasted-sources',
  /** The keys of a tab: draft, view on small screens, page id before a reload, and last start. */
  draft: 'playground:draft',
  smallScreenView: 'playground:small-screen-view',
  page: 'playground:page',
  start: 'playground:start',
} as const;

/** Key prefixes, to be completed by an id. */
export const STORAGE_PREFIXES = {
  /** For the sources that a page has started and that have not proved safe yet. */
  runBegun: 'playground:run-begun:',
  /** Locks of open pages and tabs. */
  pageLock: 'playground:page:',
  tabLock: 'playground:tab:',
  layout: 'playground:',
} as const;

export const DATABASES = {
  history: 'playground-history',
  compileCache: 'playground-compile-cache',
  assets: 'playground-assets',
  /** Handles of files and folders opened from disk. */
  disk: 'playground-disk',
} as const;
