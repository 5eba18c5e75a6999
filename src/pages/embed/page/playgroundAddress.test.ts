import { expect, it } from 'vitest';
import type { SharedProject } from '#core/project/links/linkService.ts';
import { fail, ok } from '#core/util/result.ts';
import { playgroundAddress } from './playgroundAddress.ts';

const PROJECT = { text: 'int a;' } as SharedProject;
const links = {
  build: async (page: URL) => ok({ href: `${page.href}#code=edited`, note: null }),
};
const addressOf = (embed: string, isAsOpened: boolean, using = links) =>
  playgroundAddress(new URL(embed), using, isAsOpened, () => PROJECT);

it.each([
  ['?demo=ocean&source=on&autoplay=click&theme=dark&uniforms=a:1', '?demo=ocean'],
  ['?controls=off&target=HLSL#code=abc&poster=data:x', '?target=HLSL#code=abc'],
  ['?origin=https://a.test#project=xyz', '#project=xyz'],
  ['?demo=ocean&frame=30&seed=4', '?demo=ocean&frame=30&seed=4'],
])('an unedited embed opens the source that it shows: %s', async (embed, expected) => {
  expect(await addressOf(`https://site.test/play/embed.html${embed}`, false)).toBe(
    `https://site.test/play/${expected}`,
  );
});

const none = { build: async () => fail('Too long.') } as unknown as typeof links;

it.each([
  ['the default demo is not named in the address', true, links, ''],
  ['an edited source is passed in a link', false, links, '#code=edited'],
  ['without a link, the playground opens without a source', false, none, ''],
])('%s', async (_name, isAsOpened, using, expected) => {
  const address = await addressOf('https://site.test/embed.html?source=on', isAsOpened, using);
  expect(address).toBe(`https://site.test/${expected}`);
});
