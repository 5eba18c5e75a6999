import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renderMountains } from './mountains.ts';
import { encodePng } from './png.ts';

// Writes src/core/slang/demos/mountains.png. Run with `npx tsx
// scripts/generate/renderDemoImage.ts`.
await writeFile(
  path.resolve(import.meta.dirname, '../../src/core/slang/demos/mountains.png'),
  encodePng(renderMountains()),
);
