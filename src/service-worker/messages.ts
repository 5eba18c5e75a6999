/** What the page tells a service worker that waits, so that it takes over at once. */
export const ACTIVATE = 'playground:activate';
