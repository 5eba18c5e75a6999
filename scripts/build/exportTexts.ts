import { readFile } from 'node:fs/promises';
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
  'virtual:export-browser': {
    'src/gpu/presenter.ts': ['createPresenter'],
    'src/gpu/screen.ts': ['watchScreen'],
    'src/export/html/page/inputs.ts': ['watchInputs', 'inputsWithoutUser'],
    'src/export/html/page/panel.ts': ['fillPanel'],
  },
  'virtual:export-half': { 'src/shared/half.ts': ['halfBits', 'halfFromBits'] },
};

/** A module that gives the versions of this repository's libraries: `versions`. */
const VERSIONS = 'virtual:export-versions';

/**
 * Vite plugin: what exports contain of this repository is its source, which the page has as text. So it is
 * written, checked and tested once, where it is.
 */
export function exportTexts(): Plugin {
  return {
    name: 'export-texts',
    resolveId: (id) => (id === VERSIONS || Object.hasOwn(EXPORT_TEXTS, id) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${VERSIONS}`) return versionsModule();
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

async function versionsModule(): Promise<string> {
  const { devDependencies } = JSON.parse(
    await readFile(path.join(ROOT, 'package.json'), 'utf8'),
  ) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return `export const versions = ${JSON.stringify(devDependencies)};`;
}
