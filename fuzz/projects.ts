import type { Project } from '#core/project/project.ts';
import type { Random } from './random.ts';

/** Where files may be, so that names and folders match their mentions often, and often do not. */
const PATHS = [
  'part1.slang',
  'part2.slang',
  'lib/part1.slang',
  'lib/part3.slang',
  'lib/deep/part4.slang',
  'part-5.slang',
];

/** How files mention each other, including cycles, missing files, and one name for two files. */
const MENTIONS = [
  'import part1;',
  'import part2;',
  'import lib.part1;',
  'import "lib/part3.slang";',
  'import lib.deep.part4;',
  'import part_5;',
  'import user;',
  'import missing;',
  '__exported import part2;',
  '__include part2;',
  '__include lib.part1;',
  '#include "part1.slang"',
  '#include "lib/part3.slang"',
  '#include "user.slang"',
  'import "../part2.slang";',
  '/* import part1; */',
  '#pragma once',
];

const HEADS = [
  '',
  '',
  '',
  'module part1;\n',
  'module user;\n',
  'implementing user;\n',
  'implementing part1;\n',
];

export function splitIntoFiles(source: string, random: Random): Pick<Project, 'text' | 'files'> {
  const paths = PATHS.filter(() => random.chance(0.4));
  const texts = new Map<string, string[]>(paths.map((path) => [path, []]));
  const main: string[] = [];
  let into = main;
  for (const block of source.split(/(?<=\n\})\n/)) {
    if (paths.length > 0 && random.chance(0.5)) into = texts.get(random.pick(paths)) ?? main;
    else into = main;
    into.push(random.chance(0.5) ? block.replace(/^(\w)/m, 'public $1') : block);
  }
  const headed = (blocks: readonly string[], head: string) => {
    const mentions = Array.from({ length: random.below(3) }, () => random.pick(MENTIONS));
    return `${head}${mentions.join('\n')}\n${blocks.join('\n')}`;
  };
  return {
    text: headed(main, random.chance(0.2) ? 'module user;\n' : ''),
    files: [...texts].map(([path, blocks]) => ({ path, text: headed(blocks, random.pick(HEADS)) })),
  };
}
