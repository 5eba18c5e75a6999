import { serveCalls } from '#engine/worker/serveCalls.ts';
import { analysisHandlers } from './analysisHandlers.ts';

serveCalls(analysisHandlers);
