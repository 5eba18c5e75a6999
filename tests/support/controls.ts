import type { Page } from '@playwright/test';

/** The one place where the page tells something, one notice at a time. */
export const notice = (page: Page) => page.getByRole('status', { name: 'Notice', exact: true });
