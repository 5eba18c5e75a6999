import { rewrite } from './changes.ts';
import type { Context, Node } from './context.ts';

/** The size of an array between its brackets; `node` is null if it is left to the initial value. */
export interface Size {
  readonly open: number;
  readonly close: number;
  readonly node: Node | null;
}

/** Whether a size has numbers, names and operators only, as Slang’s have. */
export function isPlainSize({ tokens }: Context, { first, last }: Node): boolean {
  return tokens
    .slice(first, last + 1)
    .every(
      ({ kind, text }, at) =>
        text !== '.' && !(kind === 'word' && tokens[first + at + 1]?.text === '('),
    );
}

/**
 * The sizes of a type. GLSL names the outer array first, Slang last.
 *
 * @param count of the outer array, where it is left out
 */
export function writeTypeSizes(
  context: Context,
  sizes: readonly Size[],
  count: number | null,
): void {
  const [outer] = sizes;
  const last = sizes.at(-1);
  if (!outer || !last) return;
  const written = sizes.flatMap(({ node }) => (node ? [node] : []));
  if (sizes.length === 1 && (outer.node || count === null)) return;
  const whole = { first: outer.open, last: last.close };
  rewrite(context, outer.open, whole, written, (texts) => {
    const rest = [...texts];
    const all = sizes.map(({ node }) => (node ? rest.shift() : `${count ?? ''}`));
    return all
      .reverse()
      .map((size) => `[${size}]`)
      .join('');
  });
}
