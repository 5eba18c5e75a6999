import { expect, it } from 'vitest';
import { usesOf } from './assetUses.ts';

const CAT = { path: 'cat.png', type: 'image/png', size: 4, hash: 'one' };

const MAIN = `import playground;
// [playground::URL("cat.png")] in a comment
[playground::URL("./cat.png")] Texture2D<float4> photo;
[playground::URL("cat.png2")] Texture2D<float4> other;
struct Layers {
  [playground::URL("dog.png")] [playground::URL("cat.png")] Texture2DArray<float4> both;
};
`;

it('names the parameters of all files that use an image, with their positions', () => {
  const text = '\n[playground::DATA("cat.png")]\nStructuredBuffer<uint> raw;';
  const files = [{ path: 'lib/more.slang', text }];
  expect(usesOf(CAT, { text: MAIN, files })).toEqual([
    { parameter: 'photo', path: 'user.slang', line: 3 },
    { parameter: 'both', path: 'user.slang', line: 6 },
    { parameter: 'raw', path: 'lib/more.slang', line: 2 },
  ]);
  expect(usesOf({ ...CAT, path: 'unused.png' }, { text: MAIN, files })).toEqual([]);
});
