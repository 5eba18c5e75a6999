/** A converted Slang source, and the parts of the original that it lacks. */
export interface Conversion {
  readonly text: string;
  /** In source order. A comment above each place says the same. */
  readonly notConverted: readonly NotConverted[];
  /** Names of the images that use a placeholder. */
  readonly images: readonly string[];
}

interface NotConverted {
  /** One-based line of the comment in the new text. */
  readonly line: number;
  /** A sentence: the missing part, and what replaces it. */
  readonly reason: string;
}

const MARK = '// Not converted: ';

export function markOf(reason: string): string {
  return `${MARK}${reason}`;
}

const STAND_IN = 'mountains.png';

/** The lines above the declaration of an image whose content is not in the source. */
export function standInImage(name: string): string {
  const reason = `the image of “${name}”. Mountains stand in for it: choose an image, or name another in URL.`;
  return `${markOf(reason)}\n[playground::URL("${STAND_IN}")]`;
}

const IMAGES =
  /(?:^\/\/ Not converted: the image of [^\n]*\n)?\[playground::URL\("([^"\n]*)"\)\]\n[ \t]*Texture2D(?:<[^<>\n]*>)?[ \t]+(\w+)/gm;

/** The images of a converted source. Each span covers the lines above the declaration. */
function findImages(text: string) {
  return [...text.matchAll(IMAGES)].map(({ index, 0: all, 1: address, 2: name = '' }) => {
    const to = index + all.indexOf(')]\n') + ')]'.length;
    return { name, address, from: index, to };
  });
}

/** The edit that sets an image's address in a converted source; null if there is no such image. */
export function changeAddress(text: string, image: string, address: string) {
  const found = findImages(text).find(({ name }) => name === image);
  if (!found) return null;
  return {
    from: found.from,
    to: found.to,
    insert: `[playground::URL(${JSON.stringify(address)})]`,
  };
}

/** Finds the marks and placeholders that a conversion left in its text. */
export function conversionOf(text: string): Conversion {
  const notConverted = text.split('\n').flatMap((line, index) => {
    const found = line.trimStart();
    return found.startsWith(MARK) ? [{ line: index + 1, reason: found.slice(MARK.length) }] : [];
  });
  const standIns = findImages(text).filter(({ address }) => address === STAND_IN);
  return { text, notConverted, images: standIns.map(({ name }) => name) };
}
