/** What carries a packed source or project, for messages. */
export interface Carrier {
  readonly name: string;
  /** At the start of a sentence. */
  readonly start: string;
  /** The same with what it has, such as `The link’s`. */
  readonly owner: string;
  /** What to do if it has changed on its way, as a sentence. */
  readonly again: string;
  /** What to do if it was made wrongly, as a sentence. */
  readonly renew: string;
}

export const LINK: Carrier = {
  name: 'the link',
  start: 'This link',
  owner: 'The link’s',
  again: 'Copy the whole link once more, from its first character to its last.',
  renew: 'Ask for a new link.',
};

/** A file by its name. */
export function fileCarrier(name: string): Carrier {
  return {
    ...{ name, start: name, owner: `${name}’s` },
    again: 'Get the original file: programs that edit or send pictures may change what is in it.',
    renew: 'Ask the sender to save it again.',
  };
}
