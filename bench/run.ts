import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { type SiteServer, serveSite } from '../scripts/run/siteServer.ts';
import { COMPARED, compareSites } from './compare.ts';
import { type Figures, printRatios, readBaseline, takeFigures, writeBaseline } from './report.ts';
import { dist, SECTIONS, type Section } from './sections.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    compare: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    save: { type: 'boolean', default: false },
  },
});

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

function sectionNamed(name: string): Section {
  const section = Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
  const known = Object.keys(SECTIONS).join(', ');
  return section ?? refuse(`There is no section ${name}. There are: ${known}.`);
}

/** Measures this site and compares it with the stored figures. */
async function measure(sections: readonly Section[], url: string): Promise<Figures> {
  const figures = new Map<string, number>();
  for (const section of sections) {
    console.log(`\n${section.title}`);
    await section.run(url);
    for (const [name, value] of takeFigures()) figures.set(name, value);
  }
  const baseline = await readBaseline();
  if (baseline) printRatios('This run, the stored one, and their ratio', figures, baseline);
  return figures;
}

/** Serves the site to compare with; `site` is its address, or the folder of a built site. */
async function serveOther(site: string): Promise<Pick<SiteServer, 'url' | 'close'>> {
  if (/^https?:/.test(site)) return { url: site, close: async () => {} };
  return serveSite({ folder: path.resolve(site) });
}

function isSite(site: string): boolean {
  return /^https?:/.test(site) || existsSync(path.join(site, 'index.html'));
}

const all = options.compare === undefined ? Object.keys(SECTIONS) : COMPARED;
const sections = (options.only?.split(',') ?? all).map(sectionNamed);
const rounds = Number(options.rounds);
if (options.compare !== undefined) {
  if (!isSite(options.compare)) refuse(`There is no built site in ${options.compare}.`);
  const other = sections.find(({ ofSite }) => !ofSite);
  if (other) refuse(`This section measures no site, so it cannot compare two: ${other.title}.`);
  if (!Number.isInteger(rounds) || rounds < 1) refuse('--rounds takes a whole number from 1.');
}

await build({ logLevel: 'error' });
const server = await serveSite({ folder: dist });
if (options.compare === undefined) {
  const figures = await measure(sections, server.url);
  if (options.save) await writeBaseline(figures);
} else {
  const other = await serveOther(options.compare);
  await compareSites(sections, server.url, other.url, rounds);
  await other.close();
}
await server.close();
