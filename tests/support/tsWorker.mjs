import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// Node 20 threads do not inherit the loader that reads TypeScript.
register();
await import(workerData.module);
