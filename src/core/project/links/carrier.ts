/** What carries a packed source or project, as worded in messages. */
export interface Carrier {
  readonly name: string;
  /** The name at the start of a sentence. */
  readonly start: string;
  /** The possessive form at the start of a sentence, such as `The link’s`. */
  readonly owner: string;
  /** What to do if the content was altered in transit, as a sentence. */
  readonly again: string;
  /** What to do if the content was created incorrectly, as a sentence. */
  readonly renew: string;
}

export const LINK: Carrier = {
  name: 'the link',
  start: 'This link',
  owner: 'The link’s',
  again: 'Copy the whole link once more, from its first character to its last.',
  renew: 'Ask for a new link.',
};

export function fileCarrier(name: string): Carrier {
  return {
    ...{ name, start: name, owner: `${name}’s` },
    again: 'Get the original file: programs that edit or send pictures may change what is in it.',
    renew: 'Ask the sender to save it again.',
  };
}
