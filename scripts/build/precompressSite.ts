import path from 'node:path';
import { precompress } from './precompress.ts';

const written = await precompress(path.resolve(import.meta.dirname, '../../dist'));
console.log(`${written.length} compressed files stand beside those of dist/`);
