import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { type Entries, readSourceText, type SourceText } from './sourceText.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Virtual modules with the text of other modules: as `typescript`, and as JavaScript in two parts.
 */
const EXPORT_TEXTS = {
  'virtual:export-runtime': {
    'src/tools/export/runtime/programData.ts': ['ProgramData'],
    'src/tools/export/runtime/program.ts': ['FrameInputs', 'Program'],
    'src/tools/export/runtime/createProgramOf.ts': ['createProgramOf'],
    'src/engine/gpu/device.ts': ['requestGpuDevice'],
  },
  'virtual:export-page': { 'src/tools/export/html/page/main.ts': [] },
  'virtual:export-browser': {
    'src/engine/gpu/presenter.ts': ['createPresenter'],
    'src/engine/gpu/screen.ts': ['watchScreen'],
    'src/tools/export/html/page/inputs.ts': ['watchInputs', 'inputsWithoutUser'],
    'src/tools/export/html/page/panel.ts': ['fillPanel'],
  },
  'virtual:export-half': { 'src/core/util/half.ts': ['halfBits', 'halfFromBits'] },
} satisfies Readonly<Record<string, Entries>>;

/** Only programs that print need these, so only their pages contain them. */
const OPTIONAL = ['readPrintRecords'];

type ExportTextId = keyof typeof EXPORT_TEXTS;

export const EXPORT_TEXT_IDS: readonly ExportTextId[] =
  Object.keys(EXPORT_TEXTS).filter(isExportText);

/** A virtual module's texts, as the build includes them in the site. */
export function readExportText(id: ExportTextId): Promise<SourceText> {
  return readSourceText(ROOT, EXPORT_TEXTS[id], OPTIONAL);
}

function isExportText(id: string): id is ExportTextId {
  return Object.hasOwn(EXPORT_TEXTS, id);
}

const VERSIONS = 'virtual:export-versions';

/**
 * Vite plugin: gives the page the source text of the code from this repository that exports
 * contain. That code is thus written, checked and tested only once, in its own modules.
 */
export function exportTexts(): Plugin {
  return {
    name: 'export-texts',
    resolveId: (id) => (id === VERSIONS || isExportText(id) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${VERSIONS}`) return versionsModule();
      const wanted = id.slice(1);
      if (!id.startsWith('\0') || !isExportText(wanted)) return null;
      const { typescript, required, optional, files } = await readExportText(wanted);
      for (const file of files) this.addWatchFile(file);
      return Object.entries({ typescript, required, optional })
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
