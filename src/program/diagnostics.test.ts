import { describe, expect, it } from 'vitest';
import { parseDiagnostics } from './diagnostics.ts';

describe('parsing diagnostics', () => {
  it('reads severity, code, place and length of an error', () => {
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

  it('maps columns past tabs, accents and emoji to UTF-16 units', () => {
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

  it('leaves out errors without a place when one with a place explains them', () => {
    const text = [
      '/user.slang(1): error 1: cannot open file',
      '(0): fatal error 39999: compilation ceased',
    ].join('\n');
    expect(parseDiagnostics(text, {})).toHaveLength(1);
  });

  it('keeps an error without a place when there is nothing else', () => {
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

  it('gives no column where the compiler shows no marker', () => {
    const [diagnostic] = parseDiagnostics(
      '/user.slang(9): error 20001: unexpected end of file',
      {},
    );
    expect(diagnostic).not.toHaveProperty('column');
  });
});
