import { COMMAND_GROUPS, type Command } from '#ui/commands.ts';
import { matchWord } from './matchText.ts';

/** A command in the list. */
export interface Entry {
  readonly command: Command;
  /** Offsets of the characters of its title that the query matched. */
  readonly offsets: readonly number[];
  /** Why it does nothing now; null if it works. */
  readonly whyNot: string | null;
}

export interface Section {
  /** Null for the matches of a query. */
  readonly title: string | null;
  readonly entries: readonly Entry[];
}

/**
 * What the palette lists: without a query, the recent commands and then all others by group; with
 * one, the matches, the best first.
 *
 * @param recent ids, the newest first
 */
export function findCommands(
  commands: readonly Command[],
  recent: readonly string[],
  query: string,
): readonly Section[] {
  const words = query.split(/\s+/).filter((word) => word !== '');
  const sections =
    words.length === 0
      ? byGroup(commands, recent)
      : [{ title: null, entries: matches(commands, recent, words) }];
  return sections.filter(({ entries }) => entries.length > 0);
}

function byGroup(commands: readonly Command[], recent: readonly string[]): readonly Section[] {
  const newest = recent.flatMap((id) => commands.filter((command) => command.id === id));
  const others = commands.filter((command) => !newest.includes(command));
  return [
    { title: 'Recent', entries: newest.map(entryOf) },
    ...COMMAND_GROUPS.map((group) => ({
      title: group,
      entries: others.filter((command) => command.group === group).map(entryOf),
    })),
  ];
}

function entryOf(command: Command): Entry {
  return { command, offsets: [], whyNot: command.whyNot?.() ?? null };
}

const RECENT_BONUS = 6;
const DISABLED_PENALTY = 12;
/** For a word that is in the detail or the group, not in the title. */
const BESIDE_TITLE = 3;
/** Of two titles that match equally well, the shorter one says less that nobody asked for. */
const PER_CHARACTER = 0.05;

function matches(
  commands: readonly Command[],
  recent: readonly string[],
  words: readonly string[],
): readonly Entry[] {
  const found = commands.flatMap((command) => {
    const match = matchCommand(command, words);
    if (!match) return [];
    const entry = { ...entryOf(command), offsets: match.offsets };
    const bonus = recent.includes(command.id) ? RECENT_BONUS : 0;
    const penalty = entry.whyNot === null ? 0 : DISABLED_PENALTY;
    return [{ entry, score: match.score + bonus - penalty }];
  });
  return found.sort((a, b) => b.score - a.score).map(({ entry }) => entry);
}

/** Every word has to be somewhere. */
function matchCommand({ title, detail = '', group }: Command, words: readonly string[]) {
  const beside = `${detail} ${group}`.toLowerCase();
  let score = -PER_CHARACTER * title.length;
  const offsets: number[] = [];
  for (const word of words) {
    const match = matchWord(word, title);
    if (match) offsets.push(...match.offsets);
    else if (!beside.includes(word.toLowerCase())) return null;
    score += match?.score ?? BESIDE_TITLE;
  }
  return { score, offsets };
}
