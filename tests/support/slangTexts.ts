import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fc } from './property.ts';

const folder = path.resolve(import.meta.dirname, '../../src/core');

/** All Slang sources of the site. */
export const SLANG_FILES = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.slang'))
  .sort()
  .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));

const PIECES = [
  ...['{', '}', '(', ')', '[', ']', '<', '>', ';', ',', ':', '::', '=', '=>', '.', '?', '&', '-'],
  ...['struct', 'enum', 'class', 'interface', 'extension', 'cbuffer', 'namespace', 'import'],
  ...['operator', '__init', '__generic', 'where', 'get', 'set', 'return', 'public', 'func', 'f'],
  ...['float', 'x', '3.5', '"text"', '"', "'", 'R"(', '/*', '*/', '// end\n', '\n', ' '],
  ...['\\', '🌀'],
  ...['#if 0\n', '\n#else\n', '\n#endif\n', '\n#define f(x) {\n', '[shader("compute")]'],
];

export const anySlangPiece = fc.constantFrom(...PIECES);
export const anySlangFile = fc.constantFrom(...SLANG_FILES);

/** A place in a text, as a fraction of its length. */
export const anyPlace = fc.double({ min: 0, max: 1, noNaN: true });

/** A file with parts removed, or replaced by parts of other files. */
export const mixedSlangFile = fc
  .tuple(anySlangFile, fc.array(fc.tuple(anyPlace, fc.nat(8), anySlangFile, anyPlace, fc.nat(8))))
  .map(([{ text }, changes]) =>
    changes.reduce((mixed, [place, removed, other, from, length]) => {
      const at = Math.floor(place * mixed.length);
      const start = Math.floor(from * other.text.length);
      const added = other.text.slice(start, start + length * 8);
      return mixed.slice(0, at) + added + mixed.slice(at + removed * 4);
    }, text),
  );

/** Any text, most often with words and symbols of Slang. */
export const anySlangText = fc.oneof(
  fc.array(anySlangPiece, { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.array(anySlangPiece, { maxLength: 60 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary' }),
  mixedSlangFile,
);
