import { describe, expect, it } from 'vitest';
import { parseDiagnostics } from './diagnostics.ts';

/** Parses the compiler's output for a source. */
const parse = (source: string, ...lines: readonly string[]) =>
  parseDiagnostics(lines.join('\n'), { '/user.slang': source });

const WARNING = '/user.slang(1): warning 30081: implicit conversion';
const CEASED = '(0): fatal error 39999: compilation ceased';

describe('parsing diagnostics', () => {
  it('converts columns to UTF-16 units after tabs, accents and emoji', () => {
    const source = '\tfloat é = "😀" + zz;';
    const [diagnostic] = parse(
      source,
      "/user.slang(1): error 30015: undefined identifier 'zz'.",
      '    float é = "😀" + zz;',
      `${' '.repeat(4 + 20)}^~`,
    );
    expect(diagnostic).toMatchObject({ column: source.indexOf('zz') + 1, length: 2 });
  });

  it('attaches notes to the error before them', () => {
    const [first, second] = parse(
      '',
      '/user.slang(1): error 39999: ambiguous call',
      '/user.slang(2): note 39999: candidate: func f()',
      '/user.slang(7): warning 30081: implicit conversion',
    );
    expect(first).toMatchObject({ severity: 'error', notes: [{ severity: 'note', line: 2 }] });
    expect(second).toMatchObject({ severity: 'warning', line: 7, notes: [] });
  });

  it('drops a fatal error without a position only if an error with a position explains it', () => {
    const messagesOf = (...lines: readonly string[]) =>
      parse('', ...lines).map(({ message }) => message);
    const cannot = '/user.slang(2): error 1: cannot open file';
    const semantic = "(0): error 49999: unknown system-value semantic 'SV_Nonsense'";
    expect(messagesOf(WARNING, semantic, cannot, CEASED)).toEqual([
      'implicit conversion',
      "unknown system-value semantic 'SV_Nonsense'",
      'cannot open file',
    ]);
    expect(messagesOf(WARNING, CEASED)).toEqual(['implicit conversion', 'compilation ceased']);
    expect(parse('', CEASED)).toEqual([
      {
        ...{ severity: 'fatal', code: 39999, path: '', line: 0 },
        ...{ message: 'compilation ceased', notes: [] },
      },
    ]);
  });

  it.each([
    ['fatal error', 'fatal'],
    ['internal error', 'fatal'],
    ['unknown error', 'error'],
    ['warning', 'warning'],
  ])('reads the severity %s, without a column if no marker follows', (printed, severity) => {
    expect(parse('', `/user.slang(3): ${printed} 99999: unhandled type`)).toEqual([
      {
        ...{ severity, code: 99999, path: '/user.slang', line: 3 },
        ...{ message: 'unhandled type', notes: [] },
      },
    ]);
  });

  it('finds the marker after an error message of two lines', () => {
    const source = 'float4x4 vs() { return 0; }';
    const found = parse(
      source,
      'abort compilation: /user.slang(1): internal error 99999: Slang internal compiler error',
      'For assistance, file an issue',
      source,
      '         ^~',
    );
    const message = 'Slang internal compiler error';
    expect(found).toMatchObject([{ severity: 'fatal', line: 1, column: 10, length: 2, message }]);
  });

  it('does not mistake a source line for a diagnostic', () => {
    const source = 'float f() { return a; } // x(3): error 1: b';
    const error = "/user.slang(1): error 30015: undefined identifier 'a'.";
    expect(parse(source, error, source, '                   ^')).toHaveLength(1);
  });
});

describe('#line directives', () => {
  const at = (path: string, line: number, excerpt: string) =>
    [`${path}(${line}): error 30015: undefined identifier.`, excerpt, '        ^'].join('\n');
  const placesIn = (source: string, ...texts: readonly string[]) =>
    parse(source, ...texts).map(({ path, line, column }) => `${path}:${line}:${column}`);

  it('with repeated numbers are told apart by the line that the compiler shows', () => {
    const source = 'int a = x;\n#line 1\n\tint b = x;  ';
    expect(
      placesIn(source, at('/user.slang', 1, 'int a = x;'), at('/user.slang', 1, '    int b = x;')),
    ).toEqual(['/user.slang:1:9', '/user.slang:3:6']);
  });

  it('have no effect in inactive code', () => {
    const source = '#if 0\n#line 100\n#endif\nint a = x;';
    expect(placesIn(source, at('/user.slang', 4, 'int a = x;'))).toEqual(['/user.slang:4:9']);
  });

  it('with a macro as their number resolve to the line with the same text', () => {
    const source = '#define N 30\n#line N\nint a = x;';
    expect(placesIn(source, at('/user.slang', 30, 'int a = x;'))).toEqual(['/user.slang:3:9']);
  });

  it('do not affect positions in other files', () => {
    const [found] = parse('#line 3\nint a;', '/rendering.slang(8): note: see the definition');
    expect(found).toMatchObject({ path: '/rendering.slang', line: 8 });
  });
});
