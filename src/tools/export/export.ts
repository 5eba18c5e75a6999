import { settings } from '#engine/storage/settings.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { EXPORT_FORMATS } from './formats.ts';
import { describeProgram } from './program/describeProgram.ts';
import type { ExportContext } from './program/exportFormat.ts';
import { createExportSession, type ExportSession } from './session/exportSession.ts';

/** What the Export dialog needs of the page. */
export interface ExportTools extends Omit<ExportContext, 'signal'> {
  readonly workspace: Workspace;
}

export function createExport(tools: ExportTools): ExportSession {
  return createExportSession({
    formats: EXPORT_FORMATS,
    describe: (signal) => describeProgram(tools, signal),
    contextFor: (signal) => ({ ...tools, signal }),
    settings,
    save: saveFile,
  });
}
