import { createExtensionSlot } from './extensionSlot.ts';

/** What features add to the Target Code tab while they are in use. A new text creates their fields again. */
export const codeViewExtensions = createExtensionSlot();
