import { expect, it } from 'vitest';
import { rawAddress } from './rawAddress.ts';

const ID = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

it.each([
  ['https://github.com/anna/waves/blob/main/a/sea.slang?raw=1#L3', 'main/a/sea.slang'],
  ['http://www.github.com/anna/waves/raw/v1.2/sea.slang', 'v1.2/sea.slang'],
  ['https://github.com/anna/waves/blob/refs/heads/a/b/sea.slang', 'refs/heads/a/b/sea.slang'],
  ['https://github.com/anna/waves/blob/main/two%20words.slang', 'main/two%20words.slang'],
])('resolves %s to the file %s of the repository', (page, file) => {
  expect(rawAddress(page)).toBe(`https://raw.githubusercontent.com/anna/waves/${file}`);
});

it.each([
  ['', ''],
  ['/#file-sea-slang', ''],
  [`/${COMMIT}`, `/${COMMIT}`],
  [`/raw/${COMMIT}/sea.slang`, `/${COMMIT}/sea.slang`],
])('resolves a gist’s %j to its %j', (page, file) => {
  const raw = `https://gist.githubusercontent.com/anna/${ID}/raw${file}`;
  expect(rawAddress(`https://gist.github.com/anna/${ID}${page}`)).toBe(raw);
});

it.each([
  'https://raw.githubusercontent.com/anna/waves/main/sea.slang',
  `https://gist.githubusercontent.com/anna/${ID}/raw/sea.slang`,
  'https://github.com/anna/waves',
  'https://github.com/anna/waves/tree/main/shaders',
  'https://github.com/anna/waves/blob/main',
  'https://github.com/anna/waves/issues/3/blob/x',
  'https://gist.github.com/anna',
  'https://gist.github.com/anna/starred',
  `https://gist.github.com/anna/${ID}/revisions`,
  'https://github.com.example.test/anna/waves/blob/main/sea.slang',
  'https://example.test/github.com/anna/waves/blob/main/sea.slang',
  'https://example.test:8080/sea.slang?x=1#y',
])('leaves %s unchanged', (address) => {
  expect(rawAddress(address)).toBe(address);
});
