import type { NativeServer } from './nativeServer.ts';

const PATH = '/warm-up.slang';
const SOURCE = 'import playground;\n\nvoid warmUp()\n{\n    s\n}\n';
const BEHIND_S = { line: 4, character: 5 };
const TIMES = 3;

/**
 * Completes a word in a temporary document. The binary's first completions take several times as
 * long as later ones, so this runs them before the user waits for one.
 */
export function warmUp(native: NativeServer): void {
  native.open(PATH, SOURCE);
  for (let time = 0; time < TIMES; time += 1) {
    // A new text each time, because the binary caches its answer.
    native.replace(PATH, `${SOURCE}// ${time}\n`);
    native.completion(PATH, BEHIND_S, undefined);
  }
  native.close(PATH);
}
