/** A source in Slang, and what of the original is not in it. */
export interface Conversion {
  readonly text: string;
  /** In the order of the text. A comment above each place says the same. */
  readonly notConverted: readonly NotConverted[];
  /** The images for which one of the site stands in. */
  readonly images: readonly string[];
}

interface NotConverted {
  /** The line of the comment in the new text; counts from 1. */
  readonly line: number;
  /** What it is and what stands in for it, as a sentence. */
  readonly reason: string;
}

const MARK = '// Not converted: ';

export function markOf(reason: string): string {
  return `${MARK}${reason}`;
}

const STAND_IN = 'mountains.png';

/** What is above the declaration of an image whose content is not in the source. */
export function standInImage(name: string): string {
  const reason = `the image of “${name}”. Mountains stand in for it: choose an image, or name another in URL.`;
  return `${markOf(reason)}\n[playground::URL("${STAND_IN}")]`;
}

const IMAGES =
  /(?:^\/\/ Not converted: the image of [^\n]*\n)?\[playground::URL\("([^"\n]*)"\)\]\n[ \t]*Texture2D(?:<[^<>\n]*>)?[ \t]+(\w+)/gm;

/** The images of a converted source, with the span of what is above the declaration of each. */
function findImages(text: string) {
  return [...text.matchAll(IMAGES)].map(({ index, 0: all, 1: address, 2: name = '' }) => {
    const to = index + all.indexOf(')]\n') + ')]'.length;
    return { name, address, from: index, to };
  });
}

/** The change that gives an image of a converted source another address; null if it has no such image. */
export function changeAddress(text: string, image: string, address: string) {
  const found = findImages(text).find(({ name }) => name === image);
  if (!found) return null;
  return {
    from: found.from,
    to: found.to,
    insert: `[playground::URL(${JSON.stringify(address)})]`,
  };
}

/** Lists what a conversion has left in its text. */
export function conversionOf(text: string): Conversion {
  const notConverted = text.split('\n').flatMap((line, index) => {
    const found = line.trimStart();
    return found.startsWith(MARK) ? [{ line: index + 1, reason: found.slice(MARK.length) }] : [];
  });
  const standIns = findImages(text).filter(({ address }) => address === STAND_IN);
  return { text, notConverted, images: standIns.map(({ name }) => name) };
}
