import { agrees, type TexelColor } from '#engine/gpu/trace/texel.ts';
import type { Agreement } from '#tools/debugger/state.ts';
import { shortText } from '#tools/debugger/trace/formatValue.ts';

export interface Comparison {
  /** What the traced thread stored last; null if nothing. */
  readonly stored: TexelColor | null;
  /** What the picture has; null if it is not known. */
  readonly texel: TexelColor | null;
  readonly format: GPUTextureFormat | null;
  /** Whether the traced thread is the last one that stored to the texel. */
  readonly isLastWriter: boolean;
}

/** Compares the traced thread's colour with the one that the frame without a trace has drawn. */
export function compareWithPicture(comparison: Comparison): Agreement {
  const { stored, texel, format, isLastWriter } = comparison;
  if (!stored || !texel || !format) return { kind: 'none' };
  if (agrees(stored, texel, format)) {
    return {
      kind: 'agrees',
      text: `Agrees: the thread stored ${colorText(stored)}, and the picture has it.`,
    };
  }
  const facts = `the thread stored ${colorText(stored)}, the picture has ${colorText(texel)}`;
  const why = isLastWriter
    ? 'Threads that race for the same memory, or atomics, can end otherwise each time.'
    : 'Another thread stored to the same pixel.';
  return { kind: 'differs', text: `Differs: ${facts}. ${why}` };
}

function colorText(color: TexelColor): string {
  return shortText({
    kind: 'vector',
    elements: color.map((value) => ({ kind: 'number', type: 'float', value })),
  });
}
