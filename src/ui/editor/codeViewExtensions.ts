import { createExtensionSlot } from './extensionSlot.ts';

/**
 * Extensions that features add to the Target Code tab while they are in use. A new text re-creates
 * their fields.
 */
export const codeViewExtensions = createExtensionSlot();
