import type { LinkService } from '#core/project/links/linkService.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';

/** Loads the code that packs and unpacks links on first use, because few visits need it. */
export const browserLinks: LinkService = {
  unpackCode: (code) => ask((links) => links.unpackCode(code)),
  unpackProject: (packed) => ask((links) => links.unpackProject(packed)),
  readMoment: (moment, opened) => ask((links) => links.readMoment(moment, opened)),
  build: (page, shared) => ask((links) => links.build(page, shared)),
};

async function ask<Value>(
  question: (links: LinkService) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    const { pageLinks } = await import('#engine/storage/pageLinks.ts');
    return await question(pageLinks);
  } catch (thrown) {
    return fail(`A part of the page could not be loaded: ${messageOf(thrown)}`);
  }
}
