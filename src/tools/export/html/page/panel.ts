import { shortFloat, sliderStep } from '#core/plan/sliderNumbers.ts';
import { fromHex, toHex } from '#core/util/colors.ts';
import type { ProgramData, UniformFieldData } from '#tools/export/runtime/programData.ts';
import type { ProgramValue } from '#tools/export/runtime/programUniforms.ts';

type SetValue = (name: string, value: ProgramValue) => void;
type SliderField = Extract<UniformFieldData, { readonly kind: 'slider' }>;
type ColorField = Extract<UniformFieldData, { readonly kind: 'color' }>;

/** Makes one row for each slider and each colour. */
export function fillPanel(
  panel: HTMLElement,
  { uniformBlocks }: ProgramData,
  onValue: SetValue,
): void {
  const fields = uniformBlocks.flatMap((block) => block.fields);
  const rows = fields.flatMap((field) => {
    switch (field.kind) {
      case 'slider':
        return [rowOf(field.name, sliderOf(field, onValue), field.default)];
      case 'color':
        return [rowOf(field.name, colorOf(field, onValue), null)];
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
  // The slider itself stands at the step nearest to it.
  show(initial);
  row.append(value);
  return row;
}

function sliderOf(
  { name, min, max, default: initial }: SliderField,
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

function colorOf({ name, default: initial }: ColorField, onValue: SetValue): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'color';
  input.value = toHex(initial);
  input.addEventListener('input', () => {
    const color = fromHex(input.value);
    if (color) onValue(name, color);
  });
  return input;
}
