import { describe, expect, it } from 'vitest';
import { parseDiagnostics } from './diagnostics.ts';

describe('parsing diagnostics', () => {
  it('reads the severity, code, position and length of an error', () => {
    const source = 'int f()\n{\n    return missing + 1;\n}';
    const text = [
      "/user.slang(3): error 30015: undefined identifier 'missing'.",
      '    return missing + 1;',
      '           ^~~~~~~',
    ].join('\n');
    expect(parseDiagnostics(text, { '/user.slang': source })).toEqual([
      {
        severity: 'error',
        code: 30015,
        path: '/user.slang',
        line: 3,
        column: 12,
        length: 7,
        message: "undefined identifier 'missing'.",
        notes: [],
      },
    ]);
  });

  it('converts columns to UTF-16 units after tabs, accents and emoji', () => {
    const source = '\tfloat é = "😀" + zz;';
    const text = [
      "/user.slang(1): error 30015: undefined identifier 'zz'.",
      '    float é = "😀" + zz;',
      `${' '.repeat(4 + 20)}^~`,
    ].join('\n');
    const [diagnostic] = parseDiagnostics(text, { '/user.slang': source });
    expect(diagnostic).toMatchObject({ column: source.indexOf('zz') + 1, length: 2 });
  });

  it('attaches notes to the error before them', () => {
    const text = [
      '/user.slang(1): error 39999: ambiguous call',
      '/user.slang(2): note 39999: candidate: func f()',
      '/user.slang(7): warning 30081: implicit conversion',
    ].join('\n');
    const [first, second] = parseDiagnostics(text, {});
    expect(first).toMatchObject({ severity: 'error', notes: [{ severity: 'note', line: 2 }] });
    expect(second).toMatchObject({ severity: 'warning', line: 7, notes: [] });
  });

  it('drops errors without a position if an error with a position explains them', () => {
    const text = [
      '/user.slang(1): error 1: cannot open file',
      '(0): fatal error 39999: compilation ceased',
    ].join('\n');
    expect(parseDiagnostics(text, {})).toHaveLength(1);
  });

  it('keeps an error without a position if it is the only one', () => {
    expect(parseDiagnostics('(0): fatal error 39999: compilation ceased', {})).toEqual([
      {
        severity: 'fatal',
        code: 39999,
        path: '',
        line: 0,
        message: 'compilation ceased',
        notes: [],
      },
    ]);
  });

  it('omits the column if the compiler prints no marker', () => {
    const [diagnostic] = parseDiagnostics(
      '/user.slang(9): error 20001: unexpected end of file',
      {},
    );
    expect(diagnostic).not.toHaveProperty('column');
  });

  it.each([
    ['fatal error', 'fatal'],
    ['internal error', 'fatal'],
    ['unknown error', 'error'],
    ['warning', 'warning'],
  ])('reads the severity %s', (printed, severity) => {
    const [diagnostic] = parseDiagnostics(`/user.slang(3): ${printed} 99999: unhandled type`, {});
    expect(diagnostic).toMatchObject({ severity, code: 99999, line: 3, message: 'unhandled type' });
  });

  it('reports an internal error that arrives as a note as an error, and appends the reason', () => {
    const text = [
      '/user.slang(4): note 99999: an internal error threw an exception while working on code near this location',
      ' f(3);',
      ' ^',
      'unimplemented: assignment',
    ].join('\n');
    expect(parseDiagnostics(text, { '/user.slang': '\n\n\n f(3);' })).toEqual([
      {
        severity: 'error',
        code: 99999,
        path: '/user.slang',
        line: 4,
        column: 2,
        length: 1,
        message:
          'an internal error threw an exception while working on code near this location: unimplemented: assignment',
        notes: [],
      },
    ]);
  });

  it('finds the marker after an error message of two lines', () => {
    const text = [
      'abort compilation: /user.slang(1): internal error 99999: Slang internal compiler error',
      'For assistance, file an issue',
      'float4x4 vs() { return 0; }',
      '         ^~',
    ].join('\n');
    expect(parseDiagnostics(text, { '/user.slang': 'float4x4 vs() { return 0; }' })).toMatchObject([
      {
        severity: 'fatal',
        line: 1,
        column: 10,
        length: 2,
        message: 'Slang internal compiler error',
      },
    ]);
  });

  it('keeps an error without a position beside errors that have one', () => {
    const text = [
      '/user.slang(1): warning 30081: implicit conversion',
      "(0): error 49999: unknown system-value semantic 'SV_Nonsense'",
      '/user.slang(2): error 1: cannot open file',
      '(0): fatal error 39999: compilation ceased',
    ].join('\n');
    expect(parseDiagnostics(text, {}).map(({ message }) => message)).toEqual([
      'implicit conversion',
      "unknown system-value semantic 'SV_Nonsense'",
      'cannot open file',
    ]);
  });

  it('keeps the only error beside a warning, whatever it says', () => {
    const text = [
      '/user.slang(1): warning 30081: implicit conversion',
      '(0): fatal error 39999: compilation ceased',
    ].join('\n');
    expect(parseDiagnostics(text, {})).toMatchObject([
      { severity: 'warning' },
      { severity: 'fatal' },
    ]);
  });

  it('does not mistake a source line for a diagnostic', () => {
    const source = 'float f() { return a; } // x(3): error 1: b';
    const text = [
      "/user.slang(1): error 30015: undefined identifier 'a'.",
      source,
      '                   ^',
    ];
    expect(parseDiagnostics(text.join('\n'), { '/user.slang': source })).toHaveLength(1);
  });
});

describe('#line directives', () => {
  const at = (path: string, line: number, excerpt: string) =>
    [`${path}(${line}): error 30015: undefined identifier.`, excerpt, '        ^'].join('\n');
  const placesIn = (source: string, ...texts: readonly string[]) =>
    parseDiagnostics(texts.join('\n'), { '/user.slang': source }).map(
      ({ path, line, column }) => `${path}:${line}:${column}`,
    );

  it('do not change the reported lines', () => {
    const source = 'int a;\n#line 100\nint b = x;\nint c = y;';
    expect(
      placesIn(source, at('/user.slang', 100, 'int b = x;'), at('/user.slang', 101, 'int c = y;')),
    ).toEqual(['/user.slang:3:9', '/user.slang:4:9']);
  });

  it('that name other files are resolved until #line default', () => {
    const source = [
      '#line 5 "other.slang"',
      'int a = x;',
      '#line 60',
      'int b = x;',
      '#line default',
      'int c = x;',
    ].join('\n');
    expect(
      placesIn(
        source,
        at('other.slang', 5, 'int a = x;'),
        at('other.slang', 60, 'int b = x;'),
        at('/user.slang', 6, 'int c = x;'),
      ),
    ).toEqual(['/user.slang:2:9', '/user.slang:4:9', '/user.slang:6:9']);
  });

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
    const text = '/rendering.slang(8): note: see the definition';
    expect(parseDiagnostics(text, { '/user.slang': '#line 3\nint a;' })).toMatchObject([
      { path: '/rendering.slang', line: 8 },
    ]);
  });
});
