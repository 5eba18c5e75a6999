import binary from '@wasm-fmt/clang-format/wasm?url';
import init, { format, format_line_range } from '@wasm-fmt/clang-format/web';
import { messageOf } from '#core/util/errors.ts';
import type { FormatAnswer, FormatRequest } from './protocol.ts';
import { FORMATTED_FILE } from './style.ts';

/** What the formatter needs of its worker. */
declare const self: {
  postMessage(message: FormatAnswer): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<FormatRequest>) => void): void;
};

const ready = init(fetch(binary, { credentials: 'same-origin' }));
// The answer to each request tells of a failure.
ready.catch(() => {});

self.addEventListener('message', ({ data }) => {
  void answer(data).then((message) => self.postMessage(message));
});

async function answer({ id, text, style, lines }: FormatRequest): Promise<FormatAnswer> {
  try {
    await ready;
    const formatted = lines
      ? format_line_range(text, lines.from, lines.to, FORMATTED_FILE, style)
      : format(text, FORMATTED_FILE, style);
    return { kind: 'formatted', id, text: formatted };
  } catch (thrown) {
    return { kind: 'failed', id, reason: messageOf(thrown) };
  }
}
