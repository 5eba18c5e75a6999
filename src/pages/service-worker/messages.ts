/** The page sends this to a waiting service worker to activate it. */
export const ACTIVATE = 'playground:activate';
