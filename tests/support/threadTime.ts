import { readFileSync } from 'node:fs';

/** This thread's CPU time so far (ms); elapsed time if the system does not report it. */
export function threadTime(): number {
  try {
    const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}
