import { DEFAULT_SEED } from '#core/plan/runControls.ts';
import { type AddressedMoment, VIEW_PARAMETER_NAMES } from '#core/project/links/urlParameters.ts';
import { type OpenedView, VIEW_PARAMETERS } from '#core/project/links/viewParameters.ts';
import type { RunView } from '#core/project/runView.ts';
import type { LinkedProject, ReadMoment } from './linkService.ts';

const NO_VIEW: RunView = {
  ...{ uniformValues: {}, resolution: 1, seed: DEFAULT_SEED, animations: {}, frame: null },
};

/** @param source what the source brings itself */
export function readMoment(
  moment: AddressedMoment,
  source: Partial<Pick<LinkedProject, 'view' | 'note'>>,
): ReadMoment {
  const notes = source.note ? [source.note] : [];
  let opened: OpenedView = { view: source.view ?? NO_VIEW, seed: null, givenName: null };
  for (const name of VIEW_PARAMETER_NAMES) {
    const text = moment[name];
    if (text === undefined) continue;
    const applied = VIEW_PARAMETERS[name].apply(text, opened);
    if (applied.ok) opened = applied.value;
    else notes.push(applied.error);
  }
  return { ...opened, note: notes.length > 0 ? notes.join('\n') : null };
}
