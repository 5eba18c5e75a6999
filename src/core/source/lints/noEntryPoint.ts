import picture from '#core/slang/beginnings/picture.slang?raw';
import type { LintContext } from './context.ts';
import { addImports, fixOf, type Lint } from './lint.ts';

const ENTRY_POINT = picture.slice(picture.indexOf('[shader'));

/** Has a fix of its own, or the name that the inserted entry point takes. */
const OTHER_FUNCTIONS = new Set(['imageMain', 'printMain', 'draw']);

/** A program that compiles but has nothing to run. */
export function noEntryPoint({ isMain, program, diagnostics, source }: LintContext): Lint[] {
  const { text, tokens, declarations } = source;
  const last = tokens.at(-1);
  const isFaulty = diagnostics.some(({ severity }) => severity === 'error' || severity === 'fatal');
  if (!isMain || program || isFaulty || !last) return [];
  if (declarations.some(({ name }) => OTHER_FUNCTIONS.has(name))) return [];
  const end = { from: text.length, to: text.length };
  const insert = `${text.endsWith('\n') ? '\n' : '\n\n'}${ENTRY_POINT}`;
  return [
    {
      ...{ from: last.from, to: last.to },
      severity: 'info',
      code: 'playground/no-entry-point',
      message: 'The source defines no entry point, so there is nothing to run.',
      fixes: [
        fixOf('Insert an entry point', [
          addImports(source, ['playground', 'rendering']),
          { ...end, insert },
        ]),
      ],
    },
  ];
}
