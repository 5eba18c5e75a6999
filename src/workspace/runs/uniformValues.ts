import type { UniformValue, UniformValues } from '#program/plan/runControls.ts';
import type {
  ColorPickComponent,
  SliderComponent,
  UniformComponent,
} from '#program/plan/runDescriptor.ts';

/** The components that a person sets. */
export type InteractiveComponent = SliderComponent | ColorPickComponent;

export function interactiveComponents(
  components: readonly UniformComponent[],
): InteractiveComponent[] {
  return components.filter(
    (component) => component.type === 'SLIDER' || component.type === 'COLOR_PICK',
  );
}

/** A slider's number: what was set for its name, moved into its range, else its default. */
export function sliderValue(slider: SliderComponent, values: UniformValues): number {
  const value = valueNamed(values, slider.name);
  if (typeof value !== 'number') return slider.default;
  return Math.min(slider.max, Math.max(slider.min, value));
}

/** A colour's red, green and blue: what was set for its name, else its default. */
export function colorValue(
  color: ColorPickComponent,
  values: UniformValues,
): ColorPickComponent['default'] {
  const value = valueNamed(values, color.name);
  return value === undefined || typeof value === 'number' ? color.default : value;
}

/**
 * Of what was set in earlier runs, that which suits these components: a name that was a slider and
 * is a colour now starts at its default, a number outside a changed range is moved into it.
 */
export function suitableValues(
  components: readonly InteractiveComponent[],
  values: UniformValues,
): UniformValues {
  const suitable: Record<string, UniformValue> = {};
  for (const component of components) {
    const value = valueNamed(values, component.name);
    if (component.type === 'SLIDER') {
      if (typeof value === 'number') suitable[component.name] = sliderValue(component, values);
    } else if (value !== undefined && typeof value !== 'number') {
      suitable[component.name] = value;
    }
  }
  return suitable;
}

/** A shader may name a uniform `constructor` or `toString`, which every object answers to. */
function valueNamed(values: UniformValues, name: string): UniformValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
