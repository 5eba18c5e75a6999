import { messageOf } from '#core/util/errors.ts';
import type { TexelReading } from '#tools/resources/state.ts';
import { copyText } from '#ui/copyText.ts';
import { notify } from '#ui/notices.ts';
import { channelTexts } from './texture/texelText.ts';

/** `#rrggbb` as the screen shows it, or the stored channels, separated by commas. */
export type ColorForm = '#rrggbb' | 'values';

/** Puts a texel of the picture on the clipboard and says so. */
export async function copyColor(
  reading: Promise<TexelReading | null>,
  form: ColorForm,
): Promise<void> {
  const text = reading.then((texel) => {
    if (!texel) throw new Error('The pixel could not be read. Run the shader, then try again.');
    return colorText(texel.value, form);
  });
  const isCopied = await copyText(text);
  const outcome = await text.then(
    (copied) => (isCopied ? `Copied ${copied}.` : 'Your browser blocked the copy.'),
    messageOf,
  );
  notify({ id: 'copied-color', kind: 'information', texts: [outcome] });
}

export function colorText(channels: readonly number[], form: ColorForm): string {
  if (form === 'values') return channelTexts(channels);
  const bytes = [0, 1, 2].map((index) => {
    const channel = Math.min(1, Math.max(0, channels[index] ?? 0));
    return Math.round(255 * (Number.isNaN(channel) ? 0 : channel));
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
