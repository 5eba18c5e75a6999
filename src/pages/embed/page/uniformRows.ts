import { committedNumber, liveNumber, shortFloat, sliderStep } from '#core/plan/sliderNumbers.ts';
import { fromHex, toHex } from '#core/util/colors.ts';
import { shownRun } from '#workspace/runState.ts';
import {
  colorValue,
  type InteractiveComponent,
  sliderValue,
} from '#workspace/runs/uniformValues.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { make } from './dom.ts';

type Slider = Extract<InteractiveComponent, { type: 'SLIDER' }>;
type Color = Exclude<InteractiveComponent, Slider>;

interface Row {
  readonly element: HTMLElement;
  /** Shows what is set now; not in a field that is being typed in. */
  update(state: WorkspaceState): void;
}

/** More rows would block the page. */
const MAX_ROWS = 100;

/** The sliders and colours of the run, kept up to it. `onCount` hears how many there are. */
export function showUniforms(
  parent: HTMLElement,
  workspace: Workspace,
  onCount: (count: number) => void,
): () => void {
  const { store } = workspace;
  let uniforms: readonly InteractiveComponent[] | null = null;
  let rows: readonly Row[] = [];
  const look = (state: WorkspaceState) => {
    const newest = shownRun(state).uniforms;
    if (newest !== uniforms && JSON.stringify(newest) !== JSON.stringify(uniforms)) {
      rows = newest
        .slice(0, MAX_ROWS)
        .map((uniform) =>
          uniform.type === 'SLIDER' ? sliderRow(workspace, uniform) : colorRow(workspace, uniform),
        );
      const reset = make('button', { type: 'button' }, 'Reset all');
      reset.addEventListener('click', () => workspace.resetUniforms());
      parent.replaceChildren(...rows.map(({ element }) => element), reset);
      onCount(newest.length);
    }
    uniforms = newest;
    for (const row of rows) row.update(state);
  };
  look(store.getState());
  return store.subscribe((state, before) => {
    if (state.run !== before.run || state.uniformValues !== before.uniformValues) look(state);
  });
}

let rowCount = 0;

function sliderRow(workspace: Workspace, slider: Slider): Row {
  const { name } = slider;
  rowCount += 1;
  const [min, max] = [shortFloat(slider.min), shortFloat(slider.max)];
  const limits = { min: String(min), max: String(max), step: String(sliderStep(min, max)) };
  const range = make('input', { type: 'range', id: `uniform-${rowCount}`, ...limits });
  const number = make('input', { type: 'number', ...limits });
  number.ariaLabel = name;
  for (const field of [range, number]) {
    field.addEventListener('input', () => {
      const value = liveNumber(field.value, min, max);
      if (value !== null) workspace.setUniform(name, value);
    });
  }
  // At Enter, or when the field is left.
  number.addEventListener('change', () => {
    const value = committedNumber(number.value, min, max);
    if (value !== null) workspace.setUniform(name, value);
    number.value = String(
      shortFloat(sliderValue(slider, workspace.store.getState().uniformValues)),
    );
  });
  const label = make('label', { htmlFor: range.id, title: name }, name);
  return {
    element: make('div', { className: 'uniform' }, label, range, number),
    update({ uniformValues }) {
      const value = String(shortFloat(sliderValue(slider, uniformValues)));
      for (const field of [range, number]) {
        const isTypedIn = field === number && field === document.activeElement;
        if (field.value !== value && !isTypedIn) field.value = value;
      }
    },
  };
}

function colorRow(workspace: Workspace, color: Color): Row {
  const { name } = color;
  rowCount += 1;
  const field = make('input', { type: 'color', id: `uniform-${rowCount}` });
  field.addEventListener('input', () => {
    const chosen = fromHex(field.value);
    if (chosen) workspace.setUniform(name, chosen);
  });
  const label = make('label', { htmlFor: field.id, title: name }, name);
  return {
    element: make('div', { className: 'uniform' }, label, field),
    update({ uniformValues }) {
      field.value = toHex(colorValue(color, uniformValues));
    },
  };
}
