import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { ToolContext } from '#ui/tools/tool.ts';

export const PROJECT_KEYWORD = 'Slang Playground';

/** The project in a file, from which it can be reopened. */
export interface ProjectText {
  /** The `project` value of a link. */
  readonly text: string;
  /** What is left out, as sentences; null if nothing is. */
  readonly note: string | null;
}

/**
 * Packs the project with its current settings. Fails with a sentence if it is too large.
 *
 * @param frame the frame that the file shows; null for several
 */
export async function projectText(
  { workspace, links }: Pick<ToolContext, 'workspace' | 'links'>,
  frame: PausedFrame | null,
): Promise<Result<ProjectText>> {
  const { target, entryPoint, uniformValues, resolution, seed, animations } =
    workspace.store.getState();
  const view = { uniformValues, resolution, seed, animations, frame };
  const shared = { ...workspace.project(), target, entryPoint, seed, givenName: null, view };
  // A file has no use for the page's own address.
  const link = await links.build(new URL(ANY_PAGE), shared);
  if (!link.ok) return fail(`The project cannot be included. ${link.error}`);
  const { source } = readUrlParameters(new URL(link.value.href));
  if (source.kind !== 'project') return fail('The project cannot be included.');
  return ok({ text: source.packed, note: link.value.note });
}

const ANY_PAGE = 'https://localhost/';
