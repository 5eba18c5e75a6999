import type { UniformValue, UniformValues } from '#core/plan/runControls.ts';
import {
  CAMERA_VALUES,
  type ColorPickComponent,
  type SliderComponent,
  type UniformComponent,
} from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';

/** The uniforms that the user sets. */
export type InteractiveComponent = SliderComponent | ColorPickComponent;

export function interactiveComponents(
  components: readonly UniformComponent[],
): InteractiveComponent[] {
  return components.filter(
    (component) => component.type === 'SLIDER' || component.type === 'COLOR_PICK',
  );
}

/** A slider's value: the value set for its name, clamped to its range, or its default. */
export function sliderValue(slider: SliderComponent, values: UniformValues): number {
  const value = ownValue(values, slider.name);
  if (typeof value !== 'number') return slider.default;
  return Math.min(slider.max, Math.max(slider.min, value));
}

/** A colour's red, green and blue: the value set for its name, or its default. */
export function colorValue(
  color: ColorPickComponent,
  values: UniformValues,
): ColorPickComponent['default'] {
  const value = ownValue(values, color.name);
  return value === undefined || typeof value === 'number' ? color.default : value;
}

/**
 * The values from earlier runs that fit these components. A name that was a slider and is now a
 * colour starts at its default; a number outside a changed range is clamped.
 */
export function suitableValues(
  components: readonly UniformComponent[],
  values: UniformValues,
): UniformValues {
  // A Map, because a shader may name a uniform `__proto__`.
  const suitable = new Map<string, UniformValue>();
  for (const component of components) {
    if (component.type === 'CAMERA') {
      for (const name of CAMERA_VALUES) {
        const value = ownValue(values, name);
        if (value !== undefined) suitable.set(name, value);
      }
    }
    const value = ownValue(values, component.name);
    if (component.type === 'SLIDER') {
      if (typeof value === 'number') suitable.set(component.name, sliderValue(component, values));
    } else if (component.type === 'COLOR_PICK' && typeof value === 'object') {
      suitable.set(component.name, value);
    }
  }
  return Object.fromEntries(suitable);
}
