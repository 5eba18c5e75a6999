import { serveCalls } from '#engine/worker/calls.ts';
import { createPngHandlers } from './pngHandlers.ts';

serveCalls(createPngHandlers());
