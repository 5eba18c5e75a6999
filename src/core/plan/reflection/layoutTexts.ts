import type { RuledLayout } from './byteRuler.ts';
import type { RuleName } from './layoutRules.ts';

const NAMES: Readonly<Record<RuleName, string>> = {
  std140: 'std140',
  std430: 'std430',
  scalar: 'scalar layout',
  hlsl: 'HLSL constant buffer',
  metal: 'Metal',
  cuda: 'CUDA',
};

/** The title of a layout. `isCompiled` marks the compiler's own, the first of a buffer. */
export function layoutTitle({ rule }: RuledLayout, isCompiled: boolean): string {
  if (rule === null) return 'As compiled';
  return isCompiled ? `As compiled (${NAMES[rule]})` : capitalized(NAMES[rule]);
}

/** Such as `400 bytes, 42 of them padding`. */
export function layoutSize({ size, padding }: RuledLayout): string {
  return padding === 0
    ? `${exactBytes(size)}, no padding`
    : `${exactBytes(size)}, ${padding.toLocaleString('en')} of them padding`;
}

/** What the scalar layout saves over std140; empty unless both were computed. */
export function savedText(layouts: readonly RuledLayout[], isElement: boolean): string {
  const std140 = layouts.find(({ rule }) => rule === 'std140');
  const scalar = layouts.find(({ rule }) => rule === 'scalar');
  if (!std140 || !scalar) return '';
  const each = isElement ? ' for each element' : '';
  if (std140.size === scalar.size) {
    return `std140 and the scalar layout both take ${exactBytes(std140.size)}${each}.`;
  }
  const saved = std140.size - scalar.size;
  const share = Math.round((100 * saved) / std140.size);
  return `The scalar layout takes ${exactBytes(scalar.size)}${each}: ${exactBytes(saved)} (${share} %) less than std140.`;
}

/** Such as `1 byte` or `65,536 bytes`. */
export function exactBytes(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'byte' : 'bytes'}`;
}

function capitalized(text: string): string {
  return text === 'std140' ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
