import type { LinkedProject } from '#core/project/link/linkService.ts';
import { type Carrier, fileCarrier } from '#core/project/links/carrier.ts';
import type { Carried } from '#core/project/picture/readCarried.ts';
import { fail, type Result } from '#core/util/result.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What a file carries, if it carries anything of ours. */
export type Found = Exclude<Carried, { kind: 'nothing' }>;

/** Unpacks and checks a project, and stores its images and data. */
export type UnpackCarried = (packed: string, carrier: Carrier) => Promise<Result<LinkedProject>>;

const USE_AS_IMAGE = 'To use the picture itself, add it in “Images and data”.';

/** The project of a picture or film by its name; fails with a sentence. */
export async function unpackCarried(
  name: string,
  found: Found,
  unpack: UnpackCarried,
): Promise<Result<LinkedProject>> {
  const carrier = fileCarrier(name);
  if (found.kind === 'project') return unpack(found.packed, carrier);
  return fail(`The project in ${name} ${found.why}. ${carrier.again}`);
}

/** What to say of the opening, as sentences. */
export function openingTexts(
  { name, type }: Pick<File, 'name' | 'type'>,
  project: Result<LinkedProject>,
): readonly string[] {
  const texts = project.ok
    ? [`Opened the project in ${name}.`, ...(project.value.note?.split('\n') ?? [])]
    : [project.error];
  return type.startsWith('image/') ? [...texts, USE_AS_IMAGE] : texts;
}

/**
 * Opens it in place of the project, as a stranger’s: it asks before it fetches from other origins.
 *
 * @param base the page’s address
 */
export function putCarried(
  { text, files, assets, target, entryPoint, view }: LinkedProject,
  { openSource, selectTarget }: Pick<Workspace, 'openSource' | 'selectTarget'>,
  base: string,
): void {
  // As with a link, relative addresses are those of a demo.
  const uri = new URL('demos/user.slang', base).href;
  void openSource({ text, files, assets, uri, entryPoint, view, demo: null, foreign: true });
  if (target !== null) selectTarget(target);
}
