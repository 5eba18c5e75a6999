/** The use of an element in WGSL, or of a value that may be one. */
export interface ElementUse {
  /** The element, such as `s_0.w_0[1]`, or the name of a value without declaration. */
  readonly what: string;
  readonly isName: boolean;
  /** Its index in an array that is made of such uses, and which array that is. */
  readonly slot: { readonly array: string; readonly index: number } | null;
}

/** Attempts after which a function counts as too ambiguous. */
const MAX_STEPS = 10_000;

/**
 * Finds which element each name stands for: the one that GLSL uses in the same place. Null if there is no
 * answer, or more than one.
 *
 * @param used in GLSL: one list for each use, with all elements for the use of a whole array
 */
export function alignElements(
  uses: readonly ElementUse[],
  used: readonly (readonly string[])[],
): ReadonlyMap<string, string> | null {
  const answers = new Map<string, ReadonlyMap<string, string>>();
  let steps = 0;
  const search = (at: number, next: number, meanings: ReadonlyMap<string, string>): void => {
    steps += 1;
    if (steps > MAX_STEPS || answers.size > 1) return;
    const elements = used[next];
    if (!elements) {
      if (at === uses.length) answers.set(JSON.stringify([...meanings]), meanings);
      return;
    }
    const more = take(uses.slice(at, at + elements.length), elements, meanings);
    if (more) search(at + elements.length, next + 1, more);
    // WGSL may have made the same array earlier.
    if (elements.length > 1) search(at, next + 1, meanings);
  };
  search(0, 0, new Map());
  const [answer, ...others] = answers.values();
  return answer && others.length === 0 && steps <= MAX_STEPS ? answer : null;
}

/** The meanings with those of these uses; null if the uses cannot be these elements. */
function take(
  uses: readonly ElementUse[],
  elements: readonly string[],
  meanings: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | null {
  if (uses.length < elements.length || (elements.length > 1 && !isWhole(uses))) return null;
  const all = new Map(meanings);
  for (const [index, { what, isName }] of uses.entries()) {
    const element = elements[index] ?? '';
    if ((isName ? (all.get(what) ?? element) : what) !== element) return null;
    if (isName) all.set(what, element);
  }
  return all;
}

/** Whether these uses make one array, in order. */
function isWhole(uses: readonly ElementUse[]): boolean {
  const array = uses[0]?.slot?.array;
  return uses.every(({ slot }, index) => slot?.index === index && slot.array === array);
}
