import { loadBundled } from './bundled.ts';

type PaintedFrames = typeof import('./paintedFrames.ts');

const { loaded } = await loadBundled('/bench/paintedFrames.ts');
await (loaded as PaintedFrames).measurePaintedFrames();
process.exit();
