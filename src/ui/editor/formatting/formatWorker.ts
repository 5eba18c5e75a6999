import binary from '@wasm-fmt/clang-format/wasm?url';
import init, { format, format_line_range } from '@wasm-fmt/clang-format/web';
import { serveCalls } from '#engine/worker/calls.ts';
import type { FormatMethods } from './protocol.ts';
import { FORMATTED_FILE } from './style.ts';

const ready = init(fetch(binary, { credentials: 'same-origin' }));
// The answer to each request reports the failure.
ready.catch(() => {});

serveCalls<FormatMethods>({
  async format({ text, style, lines }) {
    await ready;
    return lines
      ? format_line_range(text, lines.from, lines.to, FORMATTED_FILE, style)
      : format(text, FORMATTED_FILE, style);
  },
});
