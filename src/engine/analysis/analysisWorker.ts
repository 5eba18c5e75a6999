import { serveCalls } from '#engine/worker/calls.ts';
import { analysisHandlers } from './analysisHandlers.ts';

serveCalls(analysisHandlers);
