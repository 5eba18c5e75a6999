import type { CompileTarget } from '#core/output/compileTarget.ts';
import { DEFAULT_SEED } from '#core/plan/runControls.ts';
import { VIEW_PARAMETER_NAMES, withoutAll } from './urlParameters.ts';
import { type LinkedMoment, VIEW_PARAMETERS } from './viewParameters.ts';

/** Servers refuse links longer than this, in characters. Browsers do not send them the fragment. */
const MAX_QUERY_LINK = 6000;

export const FROM_START: LinkedMoment = { frame: null, seed: DEFAULT_SEED, givenName: null };

/** The address of a packed source: in the query, or in the fragment if the query would be too long. */
export function withCode(
  address: URL,
  target: CompileTarget,
  code: string,
  moment = FROM_START,
): URL {
  const page = withoutAll(address);
  page.hash = '';
  const inQuery = new URL(page);
  const parameters = { target, code, ...parametersOf(moment) };
  for (const [name, value] of Object.entries(parameters)) inQuery.searchParams.set(name, value);
  if (inQuery.href.length <= MAX_QUERY_LINK) return inQuery;
  page.hash = new URLSearchParams(parameters).toString();
  return page;
}

/** The address of a packed project, in the fragment. */
export function withProject(
  address: URL,
  target: CompileTarget,
  project: string,
  moment = FROM_START,
): URL {
  const page = withoutAll(address);
  page.hash = new URLSearchParams({ target, project, ...parametersOf(moment) }).toString();
  return page;
}

/** Nothing for what a link without them means. */
function parametersOf(moment: LinkedMoment): Readonly<Record<string, string>> {
  const written = VIEW_PARAMETER_NAMES.flatMap((name) => {
    const text = VIEW_PARAMETERS[name].write(moment);
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(written);
}
