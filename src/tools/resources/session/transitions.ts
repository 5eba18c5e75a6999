import type { Statistics } from '#engine/gpu/read/statistics.ts';
import type { TextureView } from '#engine/gpu/read/textureView.ts';
import type { BufferPage, ResourceEntry, ResourcesState } from '#tools/resources/state.ts';

export const INITIAL_VIEW: TextureView = {
  slice: 0,
  isContactSheet: false,
  channels: 'rgb',
  range: '0..1',
  zoom: null,
  center: [0, 0],
  isYUp: true,
};

export const CLOSED: ResourcesState = {
  isOpen: false,
  resources: [],
  selected: null,
  numberFormat: 'decimal',
  page: null,
  view: INITIAL_VIEW,
  statistics: null,
  pinned: null,
  isDifferenceShown: false,
  problem: null,
  frame: 0,
  isPaused: false,
};

/** The selection, the view and what is pinned outlast the tab's being closed. */
export function closed(state: ResourcesState): ResourcesState {
  return { ...state, isOpen: false, page: null, statistics: null, problem: null };
}

export function entryNamed(
  { resources }: Pick<ResourcesState, 'resources'>,
  name: string | null,
): ResourceEntry | null {
  return resources.find((entry) => entry.name === name) ?? null;
}

export function selectedEntry(state: ResourcesState): ResourceEntry | null {
  return entryNamed(state, state.selected);
}

export function selects(state: ResourcesState, name: string | null): ResourcesState {
  if (name === state.selected) return state;
  const entry = entryNamed(state, name);
  return {
    ...state,
    selected: name,
    page: null,
    statistics: null,
    problem: null,
    isDifferenceShown: false,
    view: entry ? viewOf(entry) : INITIAL_VIEW,
  };
}

/** Integers have no range that is known before, and images from files begin at the top. */
export function viewOf({ format, origin }: ResourceEntry): TextureView {
  const isInteger = format !== null && /[su]int$/.test(format);
  return {
    ...INITIAL_VIEW,
    range: isInteger ? 'minimum..maximum' : '0..1',
    isYUp: !origin.includes('URL'),
  };
}

/** The resources of the run are these now. The first time, one is opened. */
export function lists(state: ResourcesState, resources: readonly ResourceEntry[]): ResourcesState {
  const listed = { ...state, resources };
  const { selected } = state;
  const entry = selectedEntry(listed);
  if (entry) {
    const isSame = JSON.stringify(entry.layout) === JSON.stringify(selectedEntry(state)?.layout);
    return isSame ? listed : { ...listed, page: null, statistics: null };
  }
  if (selected !== null && resources.length > 0) {
    const problem = `The shader has no ${selected} any more. Choose another resource.`;
    return { ...selects(listed, null), problem };
  }
  const isFirst = state.resources.length === 0;
  const opened = resources.find(({ kind }) => kind !== 'uniforms') ?? resources[0];
  return isFirst && opened ? selects(listed, opened.name) : listed;
}

export function shows(state: ResourcesState, page: BufferPage): ResourcesState {
  if (state.selected !== page.resource) return state;
  return { ...state, page, frame: page.frame, problem: null };
}

export function computed(
  state: ResourcesState,
  name: string,
  statistics: readonly Statistics[],
): ResourcesState {
  return state.selected === name ? { ...state, statistics } : state;
}

export function failed(state: ResourcesState, problem: string): ResourcesState {
  return state.problem === problem ? state : { ...state, problem };
}
