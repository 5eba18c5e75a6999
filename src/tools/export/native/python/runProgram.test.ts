import { expect, it } from 'vitest';
import reference from '#core/plan/printing/printf.reference.json' with { type: 'json' };
import { hasProgram, runPython } from '../../../../../tests/support/nativeExports.ts';
import runProgram from './runProgram.py?raw';

/** Runs the script's print functions without slangpy and numpy. */
const PRINT = `
import json, math, re, struct, sys
given = json.load(sys.stdin)
scope = {"math": math, "re": re, "struct": struct, "__name__": "script"}
exec(given["script"], scope)
scope["STRINGS"] = {int(hash): text for hash, text in given["strings"].items()}
print(json.dumps([scope["printed"](struct.pack(f"<{len(words)}I", *words)) for words in given["frames"]]))
`;

type PrintedCase = [format: string, args: [kind: string, value: unknown][], text: string];

it.skipIf(!hasProgram('python3'))(
  'the script formats text like C’s printf (skipped without python3)',
  () => {
    const kinds: Readonly<Record<string, number>> = { integer: 3, float: 4 };
    const cases = (reference as PrintedCase[]).filter(([, args]) =>
      args.every(([kind]) => kind in kinds),
    );
    // Record 0 is a format; its arguments follow.
    const frames = cases.map(([, args], index) => [
      ...[1, index, 0],
      ...args.flatMap(([kind, bits]) => [kinds[kind] ?? 0, Number(bits), 0]),
      ...[0, 0, 0],
    ]);
    const strings = Object.fromEntries(cases.map(([format], index) => [index, format]));
    const given = JSON.stringify({ script: runProgram, frames, strings });
    expect(cases.length).toBeGreaterThan(1000);
    expect(JSON.parse(runPython(PRINT, given))).toEqual(cases.map(([, , text]) => text));
  },
);
