import { describe, expect, it } from 'vitest';
import { codecString } from './formats.ts';
import { findRefusals } from './support.ts';

const HD = { width: 1920, height: 1080 };

describe('the name of a codec', () => {
  it('has the lowest level that allows the size and the rate', () => {
    const names = (['vp8', 'vp9', 'avc', 'av1'] as const).map((codec) => [
      codecString(codec, { width: 640, height: 360 }, 30),
      codecString(codec, HD, 60),
      codecString(codec, { width: 3840, height: 2160 }, 60),
    ]);
    expect(names).toEqual([
      ['vp8', 'vp8', 'vp8'],
      ['vp09.00.31.08', 'vp09.00.41.08', 'vp09.00.51.08'],
      ['avc1.64001f', 'avc1.64002a', 'avc1.640034'],
      ['av01.0.05M.08', 'av01.0.09M.08', 'av01.0.13M.08'],
    ]);
  });

  it('has the highest level if none allows them', () => {
    expect(codecString('vp9', { width: 16_384, height: 16_384 }, 60)).toBe('vp09.00.62.08');
  });
});

describe('the formats that a browser encodes', () => {
  const refusals = async (isSupported: (config: VideoEncoderConfig) => boolean, size = HD) => {
    const asked: VideoEncoderConfig[] = [];
    const found = await findRefusals(size, 60, 5_000_000, {
      async isConfigSupported(config) {
        asked.push(config);
        return { supported: isSupported(config) };
      },
    });
    return { asked, found: Object.fromEntries(found) };
  };

  it('can be chosen', async () => {
    const { asked, found } = await refusals(() => true);
    expect(new Set(Object.values(found))).toEqual(new Set([null]));
    expect(asked[0]).toEqual({
      ...{ codec: 'vp09.00.41.08', width: 1920, height: 1080, framerate: 60, bitrate: 5_000_000 },
      latencyMode: 'quality',
    });
  });

  it('exclude those that it does not support at all or at this size', async () => {
    const { found } = await refusals(({ codec, width }) => !codec.startsWith('av') || width < 1000);
    expect(found).toEqual({
      'webm-vp9': null,
      'webm-vp8': null,
      'mp4-avc': 'not at 1920 × 1080, 60 frames a second',
      'mp4-av1': 'not at 1920 × 1080, 60 frames a second',
    });
    const none = await refusals(({ codec }) => codec === 'vp8');
    expect(none.found).toMatchObject({ 'webm-vp8': null, 'mp4-av1': 'not in this browser' });
  });

  it('are queried with the even size that H.264 needs', async () => {
    const { asked } = await refusals(() => true, { width: 641, height: 361 });
    const sizes = asked.map(
      ({ codec, width, height }) => `${codec.slice(0, 4)} ${width} × ${height}`,
    );
    expect(sizes).toEqual(['vp09 641 × 361', 'vp8 641 × 361', 'avc1 640 × 360', 'av01 641 × 361']);
  });

  it('are all refused without an encoder', async () => {
    const found = await findRefusals(HD, 60, 1, undefined);
    expect(new Set(found.values())).toEqual(new Set(['not in this browser']));
  });
});
