import type { EmbedChoices } from '#core/project/embedCode/embedCode.ts';
import type { SelectOption } from '#ui/Select.tsx';

/** A frame works on any page; an element needs a script, and has the source in the page. */
export type EmbedFormat = 'frame' | 'element';

export const FORMATS: readonly SelectOption[] = [
  { value: 'frame', text: 'Frame: <iframe>' },
  { value: 'element', text: 'Element: <slang-playground>' },
];

/** Parts of an embed that are shown or not. */
export const PARTS = [
  { name: 'controls', label: 'Controls' },
  { name: 'source', label: 'Source', hint: 'An editable source beside the picture' },
] as const;

export const SIZES = [
  { name: 'width', label: 'Width', hint: 'Leave it empty to fill the column' },
  { name: 'height', label: 'Height' },
] as const;

export const STARTS = [
  { value: 'visible', text: 'Starts when seen' },
  { value: 'click', text: 'Starts at a click' },
  { value: 'off', text: 'Starts paused' },
] as const satisfies readonly SelectOption[];

export const THEMES = [
  { value: 'system', text: 'Theme of the system' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
  { value: 'contrast', text: 'High contrast' },
] as const satisfies readonly SelectOption[];

/** The option of a list that a select has given. */
export function chosen<Value extends string>(
  options: readonly { readonly value: Value }[],
  value: string,
): Value | undefined {
  return options.find((option) => option.value === value)?.value;
}

/** A part of the choices; nothing changes for what is undefined. */
export function withChoice<Name extends keyof EmbedChoices>(
  choices: EmbedChoices,
  name: Name,
  value: EmbedChoices[Name] | undefined,
): EmbedChoices {
  return value === undefined ? choices : { ...choices, [name]: value };
}
