import type { ChoiceOf } from '#engine/storage/settings.ts';

export interface FormatStyle {
  readonly width: ChoiceOf<'formatWidth'>;
  readonly braces: ChoiceOf<'formatBraces'>;
}

/**
 * The file extension makes clang-format read C#, whose attributes, lambdas and properties look like
 * Slang's. As C++, it joins and splits some tokens.
 */
export const FORMATTED_FILE = 'source.cs';

/** The clang-format style: it rarely joins or splits the author's lines. */
export function clangFormatStyle({ width, braces }: FormatStyle): string {
  const style: Readonly<Record<string, string | number | boolean>> = {
    BasedOnStyle: 'Microsoft',
    Language: 'CSharp',
    ColumnLimit: Number(width),
    BreakBeforeBraces: braces === 'own-line' ? 'Allman' : 'Attach',
    IndentWidth: 4,
    TabWidth: 4,
    UseTab: 'Never',
    SortIncludes: 'Never',
    ReflowComments: 'Never',
    BreakStringLiterals: false,
    PointerAlignment: 'Left',
    AllowShortFunctionsOnASingleLine: 'InlineOnly',
    AllowShortBlocksOnASingleLine: 'Never',
    AllowShortIfStatementsOnASingleLine: 'Never',
    AllowShortLoopsOnASingleLine: false,
    AllowShortCaseLabelsOnASingleLine: true,
    AllowShortLambdasOnASingleLine: 'All',
    AllowShortEnumsOnASingleLine: true,
    SpacesInLineCommentPrefix: '{Minimum: 0, Maximum: -1}',
    SpacesBeforeTrailingComments: 2,
    AlignTrailingComments: '{Kind: Leave}',
    SpaceBeforeParens: 'ControlStatements',
    SpaceAfterCStyleCast: false,
    MaxEmptyLinesToKeep: 2,
    AlignAfterOpenBracket: 'DontAlign',
    AlignOperands: 'DontAlign',
    BreakBeforeBinaryOperators: 'NonAssignment',
    BreakTemplateDeclarations: 'Leave',
    ContinuationIndentWidth: 4,
    LambdaBodyIndentation: 'OuterScope',
    Cpp11BracedListStyle: false,
    PenaltyReturnTypeOnItsOwnLine: 1_000_000,
  };
  return Object.entries(style)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
