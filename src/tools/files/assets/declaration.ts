import { readNpy } from '#core/data/npy/readNpy.ts';
import type { TextChange } from '#core/project/edits.ts';
import { importInsertion } from '#core/project/mentions.ts';
import type { Asset } from '#core/project/project.ts';
import { readReferences } from '#core/source/references.ts';
import { readTokens } from '#core/source/tokens.ts';
import { attributeText, DATA_TYPES, isImageType } from '#engine/storage/assets/kinds.ts';
import { isTakenWord } from '#ui/editor/grammars/slang.ts';

/**
 * The line that declares an image or data, such as `[playground::URL("photo.png")] Texture2D<float4>
 * photo;`, with a name that the project does not use.
 *
 * @param content of data; an image needs none
 * @param texts of all files
 */
export function declarationOf(
  asset: Asset,
  content: ArrayBuffer | null,
  texts: readonly string[],
): string {
  const used = new Set(texts.flatMap((text) => readTokens(text).map((token) => token.text)));
  const isTaken = (name: string) => used.has(name) || isTakenWord(name);
  const name = freeName(asset, isTaken);
  return `${attributeText(asset)} ${typeOf(asset, content)} ${name};`;
}

/** The change that adds a declaration to the main file, after the imports, with the one that it needs. */
export function declarationInsertion(text: string, declaration: string): TextChange {
  const isImported = readReferences(text).mentions.some(({ name }) => name === 'playground');
  const needed = isImported ? '' : 'import playground;\n';
  return importInsertion(text, `${needed}\n${declaration}`);
}

function freeName({ path, type }: Asset, isTaken: (name: string) => boolean): string {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const word = file.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  const kind = isImageType(type) ? 'image' : 'data';
  const wanted = /^[A-Za-z]/.test(word)
    ? word.slice(0, 1).toLowerCase() + word.slice(1)
    : `${kind}${word}`;
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted}${count}`;
  return name;
}

function typeOf({ type }: Asset, content: ArrayBuffer | null): string {
  if (isImageType(type)) return 'Texture2D<float4>';
  const isNpy = type === DATA_TYPES.npy && content !== null;
  return `StructuredBuffer<${isNpy ? elementOf(content) : 'float'}>`;
}

/** As DATA gives the numbers of an array of NumPy to a shader; words for what has none of its types. */
function elementOf(content: ArrayBuffer): string {
  const read = readNpy(new Uint8Array(content));
  if (!read.ok || read.value.dtype.kind !== 'number') return 'uint';
  switch (read.value.dtype.code) {
    case '<f4':
    case '<f8':
      return 'float';
    case '<i4':
    case '<i8':
      return 'int';
    default:
      return 'uint';
  }
}
