import { type AST, RegExpParser } from '@eslint-community/regexpp';

type Node = AST.Element | AST.Alternative;

/** Characters that represent a class; those most common in programs come first. */
const CHARACTERS = [
  ...'a0 .("/*_\n-<{',
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...'\t\0é\u200b',
];

/** No expression expects this character, so it makes a match fail at the end of a text. */
const UNEXPECTED = '\u0001';

/**
 * Texts that are slow for any regular expression whose time is not proportional to their length:
 * long runs of whatever its loops repeat, and many starts of matches that never complete.
 *
 * @param length of each text, in characters
 */
export function attackTexts({ source, flags }: RegExp, length: number): Set<string> {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
  });
  const loops = [...loopsIn(pattern.alternatives, '', flags)];
  const texts = new Set<string>();
  if (loops.length === 0) return texts;
  const repeat = (text: string) => text.repeat(Math.ceil(length / Math.max(1, text.length)));
  for (const { before, repeated } of loops) {
    for (const text of repeated) {
      texts.add(before + repeat(text) + UNEXPECTED);
      texts.add(repeat(text) + UNEXPECTED);
      texts.add(repeat(before + text));
      texts.add(repeat(before + text + text + UNEXPECTED));
    }
    texts.add(repeat(before));
    texts.add(repeat(`${before} `));
    texts.add(`${before + repeat(' ')}${UNEXPECTED}`);
  }
  for (const text of [...' a0(\n"{<', '/*', '_a', 'a ', '- ']) texts.add(repeat(text) + UNEXPECTED);
  texts.delete('');
  return texts;
}

interface Loop {
  /** A text that the expression matches up to the loop. */
  readonly before: string;
  /** Texts that one iteration of the loop matches. */
  readonly repeated: readonly string[];
}

/** Loops with fewer iterations are never slow. */
const FEW_TURNS = 300;

function* loopsIn(nodes: readonly Node[], before: string, flags: string): Generator<Loop> {
  for (const node of nodes) {
    if (node.type === 'Alternative') {
      let matched = before;
      for (const element of node.elements) {
        yield* loopsIn([element], matched, flags);
        matched += matchesOf(element, flags)[0] ?? '';
      }
    } else if (node.type === 'Quantifier') {
      if (node.max > FEW_TURNS) {
        const repeated = matchesOf(node.element, flags).filter((text) => text !== '');
        yield { before, repeated };
      }
      yield* loopsIn([node.element], before, flags);
    } else if ('alternatives' in node) {
      yield* loopsIn(node.alternatives, before, flags);
    }
  }
}

/** A few texts that this part of an expression matches. */
function matchesOf(node: Node, flags: string): readonly string[] {
  switch (node.type) {
    case 'Character':
      return [String.fromCodePoint(node.value)];
    case 'CharacterSet':
    case 'CharacterClass': {
      const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
      return [...new Set(CHARACTERS.filter((character) => one.test(character)))].slice(0, 4);
    }
    case 'Alternative': {
      const parts = node.elements.map((element) => matchesOf(element, flags));
      const count = Math.min(4, Math.max(1, ...parts.map(({ length }) => length)));
      return Array.from({ length: count }, (_, index) =>
        parts.map((texts) => texts[index % texts.length] ?? '').join(''),
      );
    }
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives
        .flatMap((alternative) => matchesOf(alternative, flags).slice(0, 2))
        .slice(0, 6);
    case 'Quantifier': {
      const turns = Math.max(1, node.min);
      const texts = matchesOf(node.element, flags).slice(0, 3);
      return [...texts.map((text) => text.repeat(turns)), ...(node.min === 0 ? [''] : [])];
    }
    default:
      return [''];
  }
}
