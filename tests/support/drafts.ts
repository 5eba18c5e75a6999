import type { Page } from '@playwright/test';
import type { Draft } from '#core/project/draft.ts';

export function draftOf(text: string, rest: Partial<Draft> = {}): Draft {
  return {
    text,
    files: [],
    assets: [],
    activeFile: null,
    uri: 'https://example.test/demos/user.slang',
    foreign: false,
    lineage: 'a lineage',
    demo: null,
    givenName: null,
    edited: true,
    place: { anchor: 0, head: 0, top: 0 },
    target: 'WGSL',
    profile: null,
    entryPoint: null,
    uniformValues: {},
    animations: {},
    seed: 1,
    pace: { speed: 1, fixedStep: false, maxRate: null },
    resolution: 1,
    activeTab: 'target-code',
    openTool: null,
    ...rest,
  };
}

/** Call before the site opens. Gives the tab this draft, as after a reload. */
export async function storeDraft(page: Page, draft: Draft): Promise<void> {
  await page.addInitScript(
    (entry) => {
      const key = 'playground:draft';
      if (location.protocol === 'about:' || sessionStorage.getItem(key) !== null) return;
      sessionStorage.setItem(key, entry);
    },
    JSON.stringify({ format: 1, tab: 'a tab', draft }),
  );
}
