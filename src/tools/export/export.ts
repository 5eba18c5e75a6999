import { runRequest } from '#core/output/compileResult.ts';
import { suitableAnimations } from '#core/plan/animation.ts';
import { addressesOf } from '#core/plan/attributes/resources.ts';
import { planProgram } from '#core/plan/planRun.ts';
import type { FetchRules } from '#core/plan/runControls.ts';
import { type RunDescriptor, uniformComponents } from '#core/plan/runDescriptor.ts';
import { fileStem } from '#core/project/projectName.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { type AssetReader, fetchRemote, readContent } from '#engine/gpu/resources/contents.ts';
import { describeMissing, readAsset } from '#engine/storage/assets/data.ts';
import { settings } from '#engine/storage/settings.ts';
import type {
  ExportContext,
  ExportedProgram,
  ExportFormat,
} from '#tools/export/program/exportedProgram.ts';
import { saveFile } from '#ui/saveFile.ts';
import { suitableValues } from '#workspace/runs/uniformValues.ts';
import { nameOf } from '#workspace/sources/nameOf.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { createExportSession, type ExportSession } from './exportSession.ts';

interface ExportTools extends Omit<ExportContext, 'signal'> {
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

interface FormatFile {
  readonly format: ExportFormat;
  /** The dialog sorts formats by `place`, in ascending order. */
  readonly place: number;
}

const FILES = import.meta.glob<FormatFile>('./formats/*.ts', { eager: true });

/** The formats in `formats/`, in dialog order. */
export const EXPORT_FORMATS: readonly ExportFormat[] = Object.values(FILES)
  .toSorted((one, other) => one.place - other.place)
  .map(({ format }) => format);

export interface DescribeContext extends Pick<ExportContext, 'compile'> {
  readonly workspace: Pick<Workspace, 'store' | 'project' | 'sourceUri' | 'fetchRules'>;
  /** Reads the project's own images and data; from this browser's storage if absent. */
  readonly assets?: AssetReader;
}

const CANCELLED = 'The export was cancelled. Try again.';

/**
 * Describes the open program as it would run now. Fails with a sentence; throws only if `signal`
 * aborts.
 */
export async function describeProgram(
  { workspace, compile, assets }: DescribeContext,
  signal: AbortSignal,
): Promise<Result<ExportedProgram>> {
  const { text, files, assets: listed } = workspace.project();
  const project = { text, files: files.map(({ path, text }) => ({ path, text })), assets: listed };
  const uri = workspace.sourceUri();
  const { uniformValues, animations, seed } = workspace.store.getState();
  const report = await compile(runRequest(text, project.files), signal);
  if (!report) return fail(CANCELLED);
  if (!report.succ) {
    return fail('The source does not compile. Press Run to see why, then export again.');
  }
  const planned = await planProgram(report.result, uri, listed);
  if (!planned.ok) return planned;
  const descriptor = planned.value;
  const components = uniformComponents(descriptor);
  const rules = await workspace.fetchRules(descriptor);
  if (!rules.ok) return fail(notAllowed(rules.error));
  const contents = await readContents(descriptor, rules.value, signal, assets);
  if (!contents.ok) return contents;
  return ok({
    name: fileStem(nameOf(workspace)),
    ...{ project, descriptor, seed },
    program: report.result,
    uniformValues: suitableValues(components, uniformValues),
    animated: Object.keys(suitableAnimations(components, animations)),
    contents: contents.value,
  });
}

function notAllowed(origins: readonly string[]): string {
  return (
    `The program comes from someone else and loads files from ${origins.join(', ')}, which you ` +
    'have not allowed. Press Run, allow it, then export again.'
  );
}

const PROJECT_ASSETS: AssetReader = {
  read: readAsset,
  describeMissing: async (address, reason) => describeMissing(address, reason),
};

/**
 * Reads the files that commands name, each address once. Fails with the resource's
 * name and the reason; throws only if `signal` aborts.
 */
async function readContents(
  { resourceCommands, assets: used, uri }: RunDescriptor,
  rules: FetchRules,
  signal: AbortSignal,
  assets: AssetReader = PROJECT_ASSETS,
): Promise<Result<ReadonlyMap<string, Blob>>> {
  const fetch = (address: string) =>
    fetchRemote(address, uri, { ...rules, signal, onProgress() {} });
  const read = new Map<string, Promise<Blob>>();
  for (const { parsedCommand } of resourceCommands) {
    for (const address of addressesOf(parsedCommand)) {
      if (!read.has(address)) read.set(address, readContent(address, used, { assets, fetch }));
    }
  }
  await Promise.allSettled(read.values());
  signal.throwIfAborted();
  const contents = new Map<string, Blob>();
  for (const { resourceName, parsedCommand } of resourceCommands) {
    for (const address of addressesOf(parsedCommand)) {
      try {
        const content = await read.get(address);
        if (content) contents.set(address, content);
      } catch (thrown) {
        return fail(`The file of ${resourceName} cannot be read. ${messageOf(thrown)}`);
      }
    }
  }
  return ok(contents);
}
