import { MAX_LINK_LENGTH } from '#core/project/links/shareLink.ts';

/** Characters of a packed project at most, as in a link. */
export const MAX_CARRIED = MAX_LINK_LENGTH;

/** The keyword of the PNG chunk that holds the project; `src/tools/capture/session/projectText.ts` writes it. */
export const KEYWORD = 'Slang Playground';

/** Headers of chunks, boxes or elements that are looked at: a damaged file may have any number. */
export const MAX_STEPS = 20_000;

/** What a file carries of ours. The packed project is not yet validated. */
export type Carried =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'project'; readonly packed: string }
  /** It has a project that cannot be read; a part of a sentence that goes after the file’s name. */
  | { readonly kind: 'spoiled'; readonly why: string };

export const NOTHING: Carried = { kind: 'nothing' };

export function spoiled(why: string): Carried {
  return { kind: 'spoiled', why };
}

export const TOO_LARGE = spoiled(
  `is too large: it has more than ${MAX_CARRIED.toLocaleString('en')} characters once it is packed`,
);

/** The one project of several texts that hold one. */
export function onlyOne(found: readonly Carried[]): Carried {
  const [first = NOTHING, ...others] = found;
  if (first.kind !== 'project') return first;
  const isSame = (each: Carried) => each.kind === 'project' && each.packed === first.packed;
  return others.every(isSame)
    ? first
    : spoiled('is not the only one: the file has several different ones');
}
