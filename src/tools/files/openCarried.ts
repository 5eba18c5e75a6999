import type { LinkedProject } from '#core/project/links/linkService.ts';
import { type Carrier, fileCarrier } from '#core/project/links/shareLink.ts';
import type { Carried } from '#core/project/readCarried.ts';
import { fail, type Result } from '#core/util/result.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** A project in a picture or film, or why it cannot be read. */
export type Found = Exclude<Carried, { kind: 'nothing' }>;

/** Unpacks and checks a project, and stores its images and data. */
export type UnpackCarried = (packed: string, carrier: Carrier) => Promise<Result<LinkedProject>>;

const USE_AS_IMAGE = 'To use the picture itself, add it in “Images and data”.';

/** Unpacks the project of the picture or film `name`; fails with a sentence. */
export async function unpackCarried(
  name: string,
  found: Found,
  unpack: UnpackCarried,
): Promise<Result<LinkedProject>> {
  const carrier = fileCarrier(name);
  if (found.kind === 'project') return unpack(found.packed, carrier);
  return fail(`The project in ${name} ${found.why}. ${carrier.again}`);
}

/** The sentences that report the outcome. */
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
 * Replaces the open project. The new one counts as someone else's, so that the page asks before
 * fetching from other origins.
 *
 * @param base the page's base address
 */
export function putCarried(
  { text, files, assets, target, entryPoint, view }: LinkedProject,
  { openSource, selectTarget }: Pick<Workspace, 'openSource' | 'selectTarget'>,
  base: string,
): void {
  // As for links, relative addresses resolve like those of a demo.
  const uri = new URL('demos/user.slang', base).href;
  void openSource({ text, files, assets, uri, entryPoint, view, demo: null, foreign: true });
  if (target !== null) selectTarget(target);
}
