import type { UniformValues } from '#core/plan/runControls.ts';
import type { UniformComponent } from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';

type Component<Type> = Extract<UniformComponent, { readonly type: Type }>;

/** The user's value of a slider, or its default. */
export function initialNumber(
  { name, default: otherwise }: Component<'SLIDER'>,
  values: UniformValues,
): number {
  const value = ownValue(values, name);
  return typeof value === 'number' ? value : otherwise;
}

export function initialColor(
  { name, default: otherwise }: Component<'COLOR_PICK'>,
  values: UniformValues,
): Component<'COLOR_PICK'>['default'] {
  const value = ownValue(values, name);
  return typeof value === 'object' ? value : otherwise;
}
