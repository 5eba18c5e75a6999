import type { ProgramData, UniformFieldData } from '#export/runtime/programData.ts';
import type { ProgramValue } from '#export/runtime/programUniforms.ts';
import { shortFloat, sliderStep } from '#program/sliderNumbers.ts';
import { fromHex, toHex } from '#shared/colors.ts';

/** Makes one row for each slider and each colour. */
export function fillPanel(
  panel: HTMLElement,
  { uniformBlocks }: ProgramData,
  onValue: (name: string, value: ProgramValue) => void,
): void {
  const rows = uniformBlocks
    .flatMap(({ fields }) => fields)
    .flatMap((field) => {
      const input = inputOf(field, onValue);
      return input ? [rowOf(field.name, input)] : [];
    });
  panel.replaceChildren(...rows);
}

function rowOf(name: string, input: HTMLElement): HTMLElement {
  const row = document.createElement('label');
  const text = document.createElement('span');
  text.textContent = name;
  row.append(text, input);
  const shown = input instanceof HTMLInputElement && input.type === 'range' ? input : null;
  if (!shown) return row;
  const value = document.createElement('output');
  const show = () => {
    value.textContent = String(shortFloat(Number(shown.value)));
  };
  shown.addEventListener('input', show);
  show();
  row.append(value);
  return row;
}

function inputOf(
  field: UniformFieldData,
  onValue: (name: string, value: ProgramValue) => void,
): HTMLInputElement | null {
  const input = document.createElement('input');
  switch (field.kind) {
    case 'slider':
      input.type = 'range';
      input.min = String(field.min);
      input.max = String(field.max);
      input.step = String(sliderStep(field.min, field.max));
      input.value = String(shortFloat(field.default));
      input.addEventListener('input', () => onValue(field.name, Number(input.value)));
      return input;
    case 'color':
      input.type = 'color';
      input.value = toHex(field.default);
      input.addEventListener('input', () => {
        const color = fromHex(input.value);
        if (color) onValue(field.name, color);
      });
      return input;
    default:
      return null;
  }
}
