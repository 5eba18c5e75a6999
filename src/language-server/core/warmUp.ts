import type { NativeServer } from './nativeServer.ts';

const PATH = '/warm-up.slang';
const SOURCE = 'import playground;\n\nvoid warmUp()\n{\n    s\n}\n';
const BEHIND_S = { line: 4, character: 5 };
const TIMES = 3;

/**
 * Completes a word of a document of its own, which is gone again after that: the binary's first
 * completions take several times as long as those that follow, and nobody waits for these yet.
 */
export function warmUp(native: NativeServer): void {
  native.open(PATH, SOURCE);
  for (let time = 0; time < TIMES; time += 1) {
    // Another text each time: the answer to the same would be at hand.
    native.replace(PATH, `${SOURCE}// ${time}\n`);
    native.completion(PATH, BEHIND_S, undefined);
  }
  native.close(PATH);
}
