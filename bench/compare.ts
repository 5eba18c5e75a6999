import { printComparison, type Round, takeFigures } from './report.ts';
import type { Section } from './sections.ts';

/** The sections of a comparison when `--only` names none. */
export const COMPARED = ['start', 'latency', 'live', 'runtime'];

/**
 * Measures two sites alternately, so that changes in the machine's load affect both, and prints
 * their figures side by side.
 */
export async function compareSites(
  sections: readonly Section[],
  ours: string,
  other: string,
  roundCount: number,
): Promise<void> {
  const rounds: Round[] = [];
  for (let number = 1; number <= roundCount; number += 1) {
    const sites = [
      { name: 'this site', url: ours, figures: new Map<string, number>() },
      { name: 'the other site', url: other, figures: new Map<string, number>() },
    ] as const;
    for (const section of sections) {
      // Alternate the order, so that neither site always comes first.
      for (const { name, url, figures } of number % 2 === 0 ? sites.toReversed() : sites) {
        console.log(`\nRound ${number} of ${roundCount}, ${name}: ${section.title}`);
        await (section.runBriefly ?? section.run)(url);
        for (const [figure, value] of takeFigures()) figures.set(figure, value);
      }
    }
    rounds.push({ ours: sites[0].figures, other: sites[1].figures });
  }
  printComparison(
    'Medians of this site and of the other, their ratio, and the range of the rounds’ ratios',
    rounds,
  );
}
