import { head } from '#core/util/text.ts';

/** One or more lines of the Diagnostics tab. Messages are compared by identity. */
export interface Message {
  /** `compiler output` is the compiler's own text, whose parts the list of problems shows. */
  readonly about: 'address' | 'compile' | 'compiler output' | 'run' | 'device';
  readonly text: string;
}

/**
 * Maximum length in UTF-16 units. The compiler's log for a faulty source can be many times longer.
 */
const MESSAGE_LIMIT = 500_000;

/** Messages with these texts; empty texts are dropped, long ones cut. */
export function messagesAbout(about: Message['about'], ...texts: readonly string[]): Message[] {
  return texts.filter((text) => text !== '').map((text) => ({ about, text: shortened(text) }));
}

function shortened(text: string): string {
  if (text.length <= MESSAGE_LIMIT) return text;
  const length = text.length.toLocaleString('en');
  return `${head(text, MESSAGE_LIMIT)}…\nThe message is cut here: it has ${length} characters.`;
}

const joined = new WeakMap<readonly Message[], string>();

/** The text of the Diagnostics tab; empty if there are no messages. */
export function diagnosticsText({ messages }: { readonly messages: readonly Message[] }): string {
  const known = joined.get(messages);
  if (known !== undefined) return known;
  const text = messages.map((message) => message.text).join('\n');
  joined.set(messages, text);
  return text;
}
