import type { Language } from '@codemirror/language';
import type { TARGETS } from '#core/output/compileTarget.ts';

/** The name of a module in `grammars/targets/`, which exports `language`. */
export type CodeLanguage = (typeof TARGETS)[keyof typeof TARGETS]['language'];

const LANGUAGES = import.meta.glob<Language>('./grammars/targets/*.ts', {
  eager: true,
  import: 'language',
});

export function codeLanguage(name: CodeLanguage): Language {
  const language = LANGUAGES[`./grammars/targets/${name}.ts`];
  if (!language) throw new Error(`src/ui/editor/grammars/targets/${name}.ts is missing.`);
  return language;
}
