import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// Threads of Node 20 do not inherit the loader that reads TypeScript.
register();
await import(workerData.module);
