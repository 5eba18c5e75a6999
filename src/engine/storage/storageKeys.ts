/** The names under which this page keeps things in the browser's storages, beside what a person chooses (`choices.ts`). */
export const STORAGE_KEYS = {
  /** Ids of the commands that were run last from the palette. */
  recentCommands: 'playground:recent-commands',
  /** The id of the format of the last export. */
  exportFormat: 'playground:export-format',
  /** Where the picture stood, for the first picture of the next visit. */
  picturePlace: 'playground:picture-place',
  /** Origins that shared sources may fetch from. */
  allowedOrigins: 'playground:allowed-origins',
  /** Hashes of sources whose run lost the device, did not finish starting, or lasted. */
  lostDeviceSources: 'playground:lost-device-sources',
  unfinishedStarts: 'playground:unfinished-starts',
  lastedSources: 'playground:lasted-sources',
  /** Of the tab: its draft, its view on small screens, the id of the page before a reload, its last start. */
  draft: 'playground:draft',
  smallScreenView: 'playground:small-screen-view',
  page: 'playground:page',
  start: 'playground:start',
} as const;

/** The beginnings of names that an id completes. */
export const STORAGE_PREFIXES = {
  /** Names the sources that a page has started and that have not proved safe. */
  runBegun: 'playground:run-begun:',
  /** Locks of pages and tabs that are open. */
  pageLock: 'playground:page:',
  tabLock: 'playground:tab:',
  /** Sizes of panes. */
  layout: 'playground:',
} as const;

export const DATABASES = {
  history: 'playground-history',
  compileCache: 'playground-compile-cache',
  assets: 'playground-assets',
  /** Handles of files and folders that were opened from the disk. */
  disk: 'playground-disk',
} as const;
