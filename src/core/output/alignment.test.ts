import { describe, expect, it } from 'vitest';
import { mapDirectives } from '#core/output/lineMap/mapDirectives.ts';
import { createRandom } from '../../../tests/support/random.ts';
import {
  type AlignedOutput,
  alignOutputs,
  PRELUDE,
  packMap,
  type SideRows,
  SPACER,
} from './alignment.ts';

const SOURCE = Array.from({ length: 200 }, (_, index) => `source ${index + 1}`).join('\n');
const SOURCES = { '/user.slang': SOURCE };

/** HLSL with `#line` directives. Each function has its name's line and its last line. */
function output(
  code: string,
  functions: readonly (readonly [name: string, from: number, to: number])[] = [],
  changes: Partial<AlignedOutput> = {},
): AlignedOutput {
  const map = mapDirectives(code, { sources: SOURCES, libraries: {} });
  const named = functions.map(([name, from, to]) => ({ name, from, to }));
  return {
    ...{ target: 'HLSL', code, sources: SOURCES, showsPrelude: false },
    map: packMap({ ...map, functions: named }),
    ...changes,
  };
}

/** Lists the text of each row on one side. */
const rowsOf = ({ text, lines, prelude }: SideRows) => {
  const texts = text.split('\n');
  return lines.map((line, row) => {
    if (line === SPACER) return '-';
    return line === PRELUDE ? `(${prelude} lines)` : texts[row];
  });
};

function aligned(left: AlignedOutput, right: AlignedOutput, by: 'source' | 'text' = 'source') {
  const rows = alignOutputs({ left, right, by });
  const other = rows.right ? rowsOf(rows.right) : [];
  return rows.left ? rowsOf(rows.left).map((text, row) => `${text} | ${other[row]}`) : [];
}

describe('aligning the outputs of one source', () => {
  it('starts the code of one source line in the same row', () => {
    const left = output('#line 1 "user.slang"\na1\na2\na3');
    const right = output('#line 1 "user.slang"\nb1\n#line 1\nb1 more\n\n#line 3\nb3');
    expect(aligned(left, right)).toEqual(['a1 | b1', 'a2 | b1 more', 'a3 | b3']);
  });

  it('leaves out each directive and the blank line before it', () => {
    const left = output('#line 1 "user.slang"\na1\n\n\n#line 8\na8\n');
    const right = output('#line 1 "user.slang"\nb1\n#line 8\nb8');
    expect(aligned(left, right)).toEqual(['a1 | b1', ' | -', 'a8 | b8']);
  });

  it('pads the shorter side', () => {
    const left = output('#line 1 "user.slang"\na1\n#line 5\na5\n#line 9\na9');
    const right = output('#line 1 "user.slang"\nb1\nb2\nb3\n#line 9\nb9\nb10\n');
    expect(aligned(left, right)).toEqual(['a1 | b1', 'a5 | b2', '- | b3', 'a9 | b9', '- | b10']);
  });

  it('starts functions of the same name in the same row, even if their lines come from different places', () => {
    const hlsl = '#line 1 "user.slang"\nstruct S;\n#line 40\nfloat ring_0()\n{ }';
    const wgsl = '#line 60 "user.slang"\n@compute\nfn ring_0()\n{ }';
    expect(aligned(output(hlsl, [['ring', 4, 5]]), output(wgsl, [['ring', 3, 4]]))).toEqual([
      ...['struct S; | @compute', 'float ring_0() | fn ring_0()', '{ } | { }'],
    ]);
  });

  it('pairs lines only within functions of the same name', () => {
    const one = '#line 10 "user.slang"\nvoid one()\n#line 12\na';
    const functions = [['one', 2, 4] as const, ['two', 6, 8] as const];
    const left = output(`${one}\n#line 20\nvoid two()\n#line 12\nb`, functions);
    const right = output('#line 20 "user.slang"\nfn two()\n#line 12\nb', [['two', 2, 4]]);
    expect(aligned(left, right)).toEqual([
      ...['void one() | -', 'a | -', 'void two() | fn two()', 'b | b'],
    ]);
  });

  it('keeps the order of both sides if their functions are in a different order', () => {
    const functions = (...names: string[]) =>
      names.map((name, at) => [name, 2 * at + 2, 2 * at + 2] as const);
    const left = output('#line 1 "user.slang"\none\n#line 5\ntwo', functions('one', 'two'));
    const right = output('#line 5 "user.slang"\ntwo\n#line 1\none', functions('two', 'one'));
    expect(aligned(left, right)).toHaveLength(3);
  });

  it('gives rows from the same source line the same key', () => {
    const left = output('#line 7 "user.slang"\na7\n#line 7\na7 again\n#line 9\na9');
    const right = output('#line 7 "user.slang"\nb7\nb8');
    const rows = alignOutputs({ left, right, by: 'source' });
    const [seven = 0, again, nine] = rows.left?.keys ?? [];
    expect([again, rows.right?.keys[0]]).toEqual([seven, seven]);
    expect(rows.right?.keys).not.toContain(nine);
  });

  it('moves lines of an older source to their current place', () => {
    const left = output('#line 3 "user.slang"\na3', [], {
      sources: { '/user.slang': SOURCE.replace('source 2\n', '') },
    });
    const right = output('#line 2 "user.slang"\nb2\nb3\nb4');
    expect(aligned(left, right)).toEqual(['- | b2', '- | b3', 'a3 | b4']);
  });

  it('pairs lines by number while their origins are unknown', () => {
    const left = output('a1\na2', [], { map: null });
    const right = output('b1\nb2\nb3', [], { map: null });
    expect(aligned(left, right)).toEqual(['a1 | b1', 'a2 | b2', '- | b3']);
  });

  it('shows one output while the other is missing', () => {
    const rows = alignOutputs({ left: output('a1\na2'), right: null, by: 'source' });
    const left = { text: 'a1\na2', lines: [1, 2], keys: [0, 0], prelude: 0 };
    expect(rows).toEqual({ matches: 0, left, right: null });
  });
});

describe('aligning any outputs', () => {
  const random = createRandom(7);
  /** Generates code from a few source lines and function names, so that much of it repeats. */
  const randomOutput = () => {
    const numbers = Array.from({ length: 40 }, () => 1 + random(30));
    const lines = numbers.flatMap((line) => [`#line ${line} "user.slang"`, `from ${line}`]);
    const functions = [2, 22, 42, 62].map((from) => {
      const name = `function ${random(3)}`;
      return [name, from, from + 15 + random(5)] as const;
    });
    return output(lines.join('\n'), functions);
  };

  it.each(Array.from({ length: 50 }, (_, index) => index))(
    'keeps every line of both sides once and in order (case %i)',
    () => {
      const [left, right] = [randomOutput(), randomOutput()];
      const rows = alignOutputs({ left, right, by: 'source' });
      const linesOf = (side: SideRows | null) =>
        (side?.lines ?? []).filter((line) => line !== SPACER);
      const all = Array.from({ length: 40 }, (_, index) => 2 * index + 2);
      expect([linesOf(rows.left), linesOf(rows.right)]).toEqual([all, all]);
      expect(rows.left?.lines.length).toBe(rows.right?.lines.length);
      const isEmpty = (row: number) =>
        rows.left?.lines[row] === SPACER && rows.right?.lines[row] === SPACER;
      expect(rows.left?.lines.some((_, row) => isEmpty(row))).toBe(false);
    },
  );
});

describe('a long prelude', () => {
  const prelude = '#define X\n'.repeat(4719);
  const code = `${prelude}#line 2 "user.slang"\na2`;

  it('takes one row, and the code after it is aligned', () => {
    const right = output('// short\n#line 2 "user.slang"\nb2');
    expect(aligned(output(code), right)).toEqual(['(4719 lines) | // short', 'a2 | b2']);
  });

  it('expands on request', () => {
    const shown = output(code, [], { showsPrelude: true });
    const rows = alignOutputs({ left: shown, right: output('b1'), by: 'source' });
    expect(rows.left?.lines).toHaveLength(4720);
  });

  it('ends at the first directive while the line map is missing', () => {
    const rows = alignOutputs({ left: output(code, [], { map: null }), right: null, by: 'source' });
    expect(rows.left?.lines).toEqual([PRELUDE, 4721]);
  });
});

describe('aligning two versions of one output', () => {
  it('pairs equal lines even if their temporaries have different numbers', () => {
    const left = output('float _S1 = 1;\nuse(_S1, color_2);\nreturn;');
    const right = output('float _S1 = 2;\nfloat _S2 = 1;\nuse(_S2, color_3);\nreturn;');
    expect(aligned(left, right, 'text')).toEqual([
      '- | float _S1 = 2;',
      'float _S1 = 1; | float _S2 = 1;',
      'use(_S1, color_2); | use(_S2, color_3);',
      'return; | return;',
    ]);
  });

  it('gives no key to lines that only one side has', () => {
    const rows = alignOutputs({ left: output('a\nb\nc'), right: output('a\nx\nc'), by: 'text' });
    expect([rows.left?.keys, rows.right?.keys]).toEqual(new Array(2).fill([1, 0, 2]));
  });

  it('compares SPIR-V constants by value', () => {
    const spirv = (code: string) => output(code, [], { target: 'SPIRV' });
    const left = spirv('%12 = OpFMul %float %float_0_5 %11');
    const keys = (code: string) =>
      alignOutputs({ left, right: spirv(code), by: 'text' }).left?.keys;
    expect(keys('%13 = OpFMul %float %float_0_5 %9')).toEqual([1]);
    expect(keys('%12 = OpFMul %float %float_0_7 %11')).toEqual([0]);
  });
});
