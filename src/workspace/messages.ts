import { head } from '#core/util/text.ts';

/** A line or more of the Diagnostics tab. Each message is an object of its own. */
export interface Message {
  /** `compiler output` is the compiler's own text, of which the list of problems has the parts. */
  readonly about: 'address' | 'compile' | 'compiler output' | 'run' | 'device';
  readonly text: string;
}

/** Longest message, in UTF-16 units. The compiler's log of a bad source can be many times longer. */
const MESSAGE_LIMIT = 500_000;

/** Leaves empty texts out, and cuts long ones. */
export function messagesAbout(about: Message['about'], ...texts: readonly string[]): Message[] {
  return texts.filter((text) => text !== '').map((text) => ({ about, text: shortened(text) }));
}

function shortened(text: string): string {
  if (text.length <= MESSAGE_LIMIT) return text;
  const length = text.length.toLocaleString('en');
  return `${head(text, MESSAGE_LIMIT)}…\nThe message is cut here: it has ${length} characters.`;
}

const joined = new WeakMap<readonly Message[], string>();

/** The text of the Diagnostics tab; empty if there is nothing to say. */
export function diagnosticsText({ messages }: { readonly messages: readonly Message[] }): string {
  const known = joined.get(messages);
  if (known !== undefined) return known;
  const text = messages.map((message) => message.text).join('\n');
  joined.set(messages, text);
  return text;
}
