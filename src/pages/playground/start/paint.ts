import { interfaceGate } from './gates.ts';

/** Calls back once the interface is there and has painted what the store holds by then. */
export function afterPaint(callback: () => void): void {
  // Layout and paint come right behind the callbacks of a frame.
  void interfaceGate.behind(async () => requestAnimationFrame(() => setTimeout(callback)));
}
