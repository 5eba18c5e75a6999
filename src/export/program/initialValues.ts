import type { UniformValues } from '#program/plan/runControls.ts';
import type { UniformComponent } from '#program/plan/runDescriptor.ts';

type Component<Type> = Extract<UniformComponent, { readonly type: Type }>;

/** Where a slider stands at first: the user's value if there is one. */
export function initialNumber(
  { name, default: otherwise }: Component<'SLIDER'>,
  values: UniformValues,
): number {
  const value = userValue(name, values);
  return typeof value === 'number' ? value : otherwise;
}

/** A colour at first: the user's value if there is one. */
export function initialColor(
  { name, default: otherwise }: Component<'COLOR_PICK'>,
  values: UniformValues,
): Component<'COLOR_PICK'>['default'] {
  const value = userValue(name, values);
  return typeof value === 'object' ? value : otherwise;
}

/** A uniform may be called `__proto__`. */
function userValue(name: string, values: UniformValues) {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
