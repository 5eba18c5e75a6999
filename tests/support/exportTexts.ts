import { EXPORT_TEXTS, ROOT } from '../../scripts/build/exportTexts.ts';
import { readSourceText } from '../../scripts/build/sourceText.ts';

/** The TypeScript that exports contain, as the build puts it into the site. */
export async function readExportText(name: 'runtime' | 'half' | 'browser'): Promise<string> {
  const entries = EXPORT_TEXTS[`virtual:export-${name}`];
  if (!entries) throw new Error(`There is no text ${name}.`);
  return (await readSourceText(ROOT, entries)).typescript;
}
