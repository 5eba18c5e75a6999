import { serveCalls } from '#engine/worker/serveCalls.ts';
import { createPngHandlers } from './pngHandlers.ts';

serveCalls(createPngHandlers());
