import type { UniformValue } from '#core/plan/runControls.ts';
import {
  type ColorPickComponent,
  type RunProgram,
  type SliderComponent,
  uniformComponents,
} from '#core/plan/runDescriptor.ts';
import { shortFloat, sliderStep } from '#core/plan/sliderNumbers.ts';
import { fromHex, toHex } from '#core/util/colors.ts';

type SetValue = (name: string, value: UniformValue) => void;

export function fillPanel(panel: HTMLElement, program: RunProgram, onValue: SetValue): void {
  const rows = uniformComponents(program).flatMap((component) => {
    switch (component.type) {
      case 'SLIDER':
        return [rowOf(component.name, sliderOf(component, onValue), component.default)];
      case 'COLOR_PICK':
        return [rowOf(component.name, colorOf(component, onValue), null)];
      default:
        return [];
    }
  });
  panel.replaceChildren(...rows);
}

function rowOf(name: string, input: HTMLInputElement, initial: number | null): HTMLElement {
  const row = document.createElement('label');
  const text = document.createElement('span');
  text.textContent = name;
  row.append(text, input);
  if (initial === null) return row;
  const value = document.createElement('output');
  const show = (number: number) => {
    value.textContent = String(shortFloat(number));
  };
  input.addEventListener('input', () => show(Number(input.value)));
  // Not `input.value`, which the browser rounds to the nearest step.
  show(initial);
  row.append(value);
  return row;
}

function sliderOf(
  { name, min, max, default: initial }: SliderComponent,
  onValue: SetValue,
): HTMLInputElement {
  const input = document.createElement('input');
  const [least, most] = [shortFloat(min), shortFloat(max)];
  input.type = 'range';
  input.min = String(least);
  input.max = String(most);
  input.step = String(sliderStep(least, most));
  input.value = String(shortFloat(initial));
  input.addEventListener('input', () => onValue(name, Number(input.value)));
  return input;
}

function colorOf(
  { name, default: initial }: ColorPickComponent,
  onValue: SetValue,
): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'color';
  input.value = toHex(initial);
  input.addEventListener('input', () => {
    const color = fromHex(input.value);
    if (color) onValue(name, color);
  });
  return input;
}
