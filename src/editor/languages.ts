import { StreamLanguage, type StringStream } from '@codemirror/language';
import { clike } from '@codemirror/legacy-modes/mode/clike';
import {
  ATOMS,
  OUTPUT_KEYWORDS,
  OUTPUT_TYPES,
  SLANG_KEYWORDS,
  SLANG_TYPES,
  WGSL_KEYWORDS,
  WGSL_TYPES,
} from './keywords.ts';

const BLOCK_KEYWORDS = {
  case: true,
  do: true,
  else: true,
  for: true,
  if: true,
  switch: true,
  while: true,
};

type Hooks = NonNullable<Parameters<typeof clike>[0]['hooks']>;

/** `#include`, `#define` and so on, up to the end of the line. */
const preprocessor: Hooks = {
  '#': (stream: StringStream) => {
    stream.match(/^\s*\w+/);
    return 'meta';
  },
};

/** `@binding(0)` and other attributes. */
const wgslAttributes: Hooks = {
  '@': (stream: StringStream) => {
    stream.match(/^\w+/);
    return 'meta';
  },
};

/** The language of the user's source. */
export const slangLanguage = StreamLanguage.define({
  ...clike({
    name: 'slang',
    keywords: SLANG_KEYWORDS,
    types: SLANG_TYPES,
    blockKeywords: BLOCK_KEYWORDS,
    atoms: ATOMS,
    hooks: preprocessor,
  }),
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
});

export const wgslLanguage = StreamLanguage.define(
  clike({
    name: 'wgsl',
    keywords: WGSL_KEYWORDS,
    types: WGSL_TYPES,
    blockKeywords: BLOCK_KEYWORDS,
    atoms: ATOMS,
    hooks: wgslAttributes,
  }),
);

/** HLSL, GLSL, Metal and CUDA: their words are Slang's, or close to them. */
export const cLikeOutputLanguage = StreamLanguage.define(
  clike({
    name: 'c-like output',
    keywords: { ...SLANG_KEYWORDS, ...OUTPUT_KEYWORDS },
    types: { ...SLANG_TYPES, ...OUTPUT_TYPES },
    blockKeywords: BLOCK_KEYWORDS,
    atoms: ATOMS,
    hooks: preprocessor,
  }),
);

/** SPIR-V assembly: comments, strings, ids, opcodes and numbers tell themselves apart. */
export const spirvLanguage = StreamLanguage.define({
  name: 'spirv',
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return 'comment';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^%\w+/)) return 'variableName.function';
    if (stream.match(/^Op[A-Z]\w*/)) return 'keyword';
    if (stream.match(/^[-+]?(?:0x)?\d[\w.+-]*/)) return 'number';
    if (stream.match(/^\w+/)) return 'typeName';
    stream.next();
    return null;
  },
});
