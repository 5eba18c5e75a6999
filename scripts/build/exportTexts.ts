import path from 'node:path';
import type { Plugin } from 'vite';
import { type Entries, readSourceText } from './sourceText.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

const RUNTIME: Entries = {
  'src/export/runtime/programData.ts': ['ProgramData'],
  'src/export/runtime/program.ts': ['FrameInputs', 'Program'],
  'src/export/runtime/createProgramOf.ts': ['createProgramOf'],
  'src/gpu/device.ts': ['requestGpuDevice'],
};

/** Modules that give the text of others: as `typescript`, as `javascript`, and the `names` in it. */
export const EXPORT_TEXTS: Readonly<Record<string, Entries>> = {
  'virtual:export-runtime': RUNTIME,
  'virtual:export-page': { 'src/export/html/page/main.ts': [] },
};

/**
 * Vite plugin: what exports contain of this repository is its source, which the page has as text. So it is
 * written, checked and tested once, where it is.
 */
export function exportTexts(): Plugin {
  return {
    name: 'export-texts',
    resolveId: (id) => (Object.hasOwn(EXPORT_TEXTS, id) ? `\0${id}` : null),
    async load(id) {
      const entries = id.startsWith('\0') ? EXPORT_TEXTS[id.slice(1)] : undefined;
      if (!entries) return null;
      const { typescript, javascript, names, files } = await readSourceText(ROOT, entries);
      for (const file of files) this.addWatchFile(file);
      return Object.entries({ typescript, javascript, names })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
