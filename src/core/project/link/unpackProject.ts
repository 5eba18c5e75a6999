import { isCompileTarget } from '#core/output/compileTarget.ts';
import { faultOfFiles } from '#core/project/checkFiles.ts';
import { LIMITS } from '#core/project/limits.ts';
import { type Carrier, LINK } from '#core/project/links/carrier.ts';
import { decodeText } from '#core/project/links/shareLink.ts';
import { checkPath } from '#core/project/names.ts';
import type { ProjectFile } from '#core/project/project.ts';
import { decodeBase64 } from '#core/util/base64.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/util/json.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import type { LinkedProject } from './linkService.ts';
import { LINK_VERSION, MAX_JSON_BYTES, MAX_LINKED_ASSETS } from './packedProject.ts';
import { unpackView } from './unpackView.ts';

export interface UnpackedAsset {
  readonly path: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export interface UnpackedProject extends Omit<LinkedProject, 'assets' | 'note'> {
  readonly assets: readonly UnpackedAsset[];
}

/**
 * Reads the value of `project` completely or not at all: whoever made the link decides about every
 * byte of it. Fails with what is wrong and what to do.
 */
export async function unpackProject(
  packed: string,
  carrier = LINK,
): Promise<Result<UnpackedProject>> {
  const instead = 'Ask the sender to download the project as a zip, then open that file here.';
  const linked = { name: 'project', maxBytes: MAX_JSON_BYTES, instead } as const;
  const json = await decodeText(packed, linked, carrier);
  if (!json.ok) return json;
  const project = parse(json.value);
  if (!isJsonObject(project) || typeof project['version'] !== 'number') {
    return damaged(carrier, 'it is not a project');
  }
  const { version } = project;
  if (version > LINK_VERSION) {
    return fail(
      `${carrier.start} needs a newer version of the playground: ${carrier.name} has format ${version}, and this version reads ${LINK_VERSION}. ` +
        `Reload the page to get the newest version, then open ${carrier.name} again.`,
    );
  }
  return version === LINK_VERSION
    ? readProject(project, carrier)
    : damaged(carrier, `its version is ${version}`);
}

function readProject(project: JsonObject, carrier: Carrier): Result<UnpackedProject> {
  const { main, target, entryPoint = null } = project;
  const all = readFiles(project['files'], carrier);
  if (!all.ok) return all;
  const mainFile = all.value.find(({ path }) => path === main);
  if (!mainFile) return damaged(carrier, 'it has no main file');
  if (entryPoint !== null && typeof entryPoint !== 'string') {
    return damaged(carrier, 'its entry point is not a name');
  }
  const files = all.value.filter((file) => file !== mainFile);
  const checked = checkFiles(files, mainFile.text, carrier);
  if (!checked.ok) return checked;
  const assets = readAssets(project['assets'] ?? [], files, carrier);
  if (!assets.ok) return assets;
  const view = unpackView(project);
  if (!view.ok) return damaged(carrier, view.error);
  return ok({
    text: mainFile.text,
    files,
    assets: assets.value,
    // The address names it too, and says so if it is unknown.
    target: typeof target === 'string' && isCompileTarget(target) ? target : null,
    entryPoint,
    view: view.value,
  });
}

function readFiles(value: JsonValue | undefined, carrier: Carrier): Result<readonly ProjectFile[]> {
  if (!Array.isArray(value)) return damaged(carrier, 'it has no list of files');
  if (value.length > LIMITS.files) {
    return fail(
      `The project in ${carrier.name} has ${value.length} files; at most ${LIMITS.files} are opened. ` +
        'Ask the sender for a smaller project.',
    );
  }
  const files: ProjectFile[] = [];
  for (const [index, file] of value.entries()) {
    if (!isJsonObject(file)) return damaged(carrier, `its file ${index + 1} has no name and text`);
    const { path, text } = file;
    if (typeof path !== 'string' || typeof text !== 'string') {
      return damaged(carrier, `its file ${index + 1} has no name and text`);
    }
    files.push({ path, text });
  }
  return ok(files);
}

function checkFiles(files: readonly ProjectFile[], main: string, carrier: Carrier): Result<void> {
  const fault = faultOfFiles(files, main);
  if (fault === null) return ok(undefined);
  if (fault.kind === 'name') return refusedName(carrier, fault.path, fault.reason);
  return fail(
    `The files in ${carrier.name} have ${withCommas(fault.bytes)} bytes; at most ${withCommas(LIMITS.textBytes)} are opened. ` +
      'Ask the sender for a smaller project.',
  );
}

function withCommas(count: number): string {
  return count.toLocaleString('en');
}

function readAssets(
  value: JsonValue,
  files: readonly ProjectFile[],
  carrier: Carrier,
): Result<readonly UnpackedAsset[]> {
  if (!Array.isArray(value)) return damaged(carrier, 'it has no list of images and data');
  const assets: UnpackedAsset[] = [];
  if (value.length > MAX_LINKED_ASSETS) {
    return fail(
      `The project in ${carrier.name} has ${value.length} images and data files; at most ${MAX_LINKED_ASSETS} are opened. ` +
        'Ask the sender for a smaller project.',
    );
  }
  const taken = files.map(({ path }) => path);
  for (const [index, each] of value.entries()) {
    const asset = readAsset(each);
    if (!asset) return damaged(carrier, `its image or data ${index + 1} cannot be read`);
    const checked = checkPath(asset.path, taken);
    if (!checked.ok) return refusedName(carrier, asset.path, checked.error);
    taken.push(asset.path);
    assets.push(asset);
  }
  return ok(assets);
}

function readAsset(value: JsonValue): UnpackedAsset | null {
  if (!isJsonObject(value)) return null;
  const { path, data } = value;
  if (typeof path !== 'string' || typeof data !== 'string') return null;
  const bytes = decodeBase64(data);
  return bytes.ok ? { path, content: bytes.value } : null;
}

function parse(json: string): JsonValue | null {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function refusedName({ name }: Carrier, path: string, reason: string): Result<never> {
  return fail(`The project in ${name} has a file ${quoted(path)}, which is not opened. ${reason}`);
}

function damaged({ name, renew }: Carrier, what: string): Result<never> {
  return fail(`The project in ${name} is damaged: ${what}. ${renew}`);
}
