import type { SliderComponent, UniformComponent } from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { isSensible, type UniformAnimation, type UniformAnimations } from './uniformAnimation.ts';

/** The animations of these components' sliders, clamped to the sliders' ranges. */
export function suitableAnimations(
  components: readonly UniformComponent[],
  animations: UniformAnimations,
): UniformAnimations {
  const suitable = components.flatMap((component) => {
    const animation = component.type === 'SLIDER' ? animationOf(component, animations) : null;
    return animation ? [[component.name, animation]] : [];
  });
  return Object.fromEntries(suitable);
}

/** The slider's animation, clamped to its range; null if it has none or an invalid one. */
export function animationOf(
  { name, min, max }: SliderComponent,
  animations: UniformAnimations,
): UniformAnimation | null {
  // A shader may name a slider `constructor`, a property of every object.
  const animation = ownValue(animations, name);
  if (!animation || !isSensible(animation)) return null;
  const inRange = (value: number) => Math.min(max, Math.max(min, value));
  return { ...animation, from: inRange(animation.from), to: inRange(animation.to) };
}
