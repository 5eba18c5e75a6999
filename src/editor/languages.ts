import { StreamLanguage, type StringStream } from '@codemirror/language';
import { clike } from '@codemirror/legacy-modes/mode/clike';
import { ATOMS, SLANG_KEYWORDS, SLANG_TYPES, WGSL_KEYWORDS, WGSL_TYPES } from './keywords.ts';

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
