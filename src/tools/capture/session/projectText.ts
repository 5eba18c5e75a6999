import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { ToolContext } from '#ui/tools/tool.ts';

/** The keyword that files carry the project under. */
export const PROJECT_KEYWORD = 'Slang Playground';

/** What a file carries, so that it can be opened as a project again. */
export interface ProjectText {
  /** The value of `project` in a link. */
  readonly text: string;
  /** What it leaves out, as sentences; null if it carries everything. */
  readonly note: string | null;
}

/**
 * Packs the project with its settings as they are now. Fails with a sentence if it is too large.
 *
 * @param frame that the file shows; null if it shows several
 */
export async function projectText(
  { workspace, links }: Pick<ToolContext, 'workspace' | 'links'>,
  frame: PausedFrame | null,
): Promise<Result<ProjectText>> {
  const { target, entryPoint, uniformValues, resolution, seed, animations } =
    workspace.store.getState();
  const view = { uniformValues, resolution, seed, animations, frame };
  const shared = { ...workspace.project(), target, entryPoint, seed, givenName: null, view };
  // The page's own address is of no use in a file.
  const link = await links.build(new URL(ANY_PAGE), shared);
  if (!link.ok) return fail(`The project cannot be included. ${link.error}`);
  const { source } = readUrlParameters(new URL(link.value.href));
  if (source.kind !== 'project') return fail('The project cannot be included.');
  return ok({ text: source.packed, note: link.value.note });
}

const ANY_PAGE = 'https://localhost/';
