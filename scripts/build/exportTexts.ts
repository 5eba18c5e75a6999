import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { type Entries, type Parts, readSourceText, type SourceText } from './sourceText.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The declarations and parts of virtual modules with the text of other modules. */
const EXPORT_TEXTS = {
  'virtual:export-runtime': {
    entries: {
      'src/tools/export/runtime/programData.ts': ['ProgramData'],
      'src/tools/export/runtime/program.ts': ['FrameInputs', 'Program'],
      'src/tools/export/runtime/createProgramOf.ts': ['createProgramOf'],
      'src/engine/gpu/device.ts': ['requestGpuDevice'],
      'src/engine/gpu/draw/drawPipeline.ts': ['createDrawPipeline'],
      'src/core/plan/draw/camera.ts': ['cameraOf', 'cameraNumbers'],
    },
    parts: { drawing: ['createDrawPipeline'], camera: ['cameraOf', 'cameraNumbers'] },
  },
  'virtual:export-page': {
    entries: { 'src/tools/export/html/page/main.ts': [] },
    parts: {
      printing: ['readPrintRecords'],
      drawing: ['createDrawPipeline'],
      camera: ['cameraOf', 'cameraNumbers', 'orbitCamera'],
    },
  },
  'virtual:export-browser': {
    entries: {
      'src/engine/gpu/presenter.ts': ['createPresenter'],
      'src/engine/gpu/screen.ts': ['watchScreen'],
      'src/tools/export/html/page/inputs.ts': ['watchInputs', 'inputsWithoutUser'],
      'src/tools/export/html/page/panel.ts': ['fillPanel'],
      'src/tools/export/html/page/orbitCamera.ts': ['orbitCamera'],
    },
    parts: { camera: ['orbitCamera'] },
  },
  'virtual:export-half': {
    entries: { 'src/core/util/half.ts': ['halfBits', 'halfFromBits'] },
    parts: {},
  },
} satisfies Readonly<Record<string, { readonly entries: Entries; readonly parts: Parts }>>;

type ExportTextId = keyof typeof EXPORT_TEXTS;

export const EXPORT_TEXT_IDS: readonly ExportTextId[] =
  Object.keys(EXPORT_TEXTS).filter(isExportText);

/** A virtual module's texts, as the build includes them in the site. */
export function readExportText(id: ExportTextId): Promise<SourceText> {
  const { entries, parts } = EXPORT_TEXTS[id];
  return readSourceText(ROOT, entries, parts);
}

/** The names and values that a virtual module exports; `src/tools/export/runtime/texts.d.ts` types them. */
export function exportedTexts({ typescript, javascript, parts }: SourceText) {
  const texts = Object.entries(parts).flatMap(([part, text]) => [
    [`${part}Typescript`, text.typescript] as const,
    [`${part}Javascript`, text.javascript] as const,
  ]);
  return Object.fromEntries([['typescript', typescript], ['javascript', javascript], ...texts]);
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
      const text = await readExportText(wanted);
      for (const file of text.files) this.addWatchFile(file);
      return Object.entries(exportedTexts(text))
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
