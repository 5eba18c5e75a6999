import { ownValue } from '#core/util/ownValue.ts';
import { wordsOfSource } from './codeWords.ts';

/** What a line of source says of the instructions that come from it. */
export type SourceClues = ReadonlySet<string>;

/** Numbers that constants of the source stand for, by the constants' names. */
export type ConstantClues = ReadonlyMap<string, readonly string[]>;

const CONSTANT = /^\s*(?:\w+\s+){0,8}?const\s+(?:\w+\s+){0,8}?(\w+)\s*=\s*([^;\s][^;]*);/;
const ASSIGNED =
  /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)(?:\.\w+|\[[^[\]]*\]){0,8}\s*[-+*/%&|^]?=(?![=>])/gu;
const TYPE = /\b(?:float|half|u?int|bool)[234]?\b/g;

/** Words of the source that an instruction has by another name. */
const SAME: Readonly<Record<string, string>> = { saturate: 'clamp', mad: 'fma', uint2: 'int2' };

/** Finds the constants of a file, whose names SPIR-V does not have. */
export function constantsIn(lines: readonly string[]): ConstantClues {
  const constants = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value] = CONSTANT.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    constants.set(
      name,
      [...wordsOfSource(value)].filter((word) => word.startsWith('#')),
    );
  }
  return constants;
}

export function cluesOfSource(line: string, constants: ConstantClues): SourceClues {
  const text = line.replace(/"(?:[^"\\]|\\.)*"/g, ' ').replace(/\/\/.*/, '');
  const words = wordsOfSource(text);
  const clues = new Set<string>();
  for (const word of words) {
    clues.add(word);
    for (const number of constants.get(word) ?? []) clues.add(number);
    clues.add(ownValue(SAME, word) ?? word);
  }
  for (const [, name] of text.matchAll(ASSIGNED)) clues.add(`set ${name}`);
  for (const [type] of text.matchAll(TYPE)) clues.add(`type ${type}`);
  for (const character of text.match(/[-+*/%<>!&|^~?]/g) ?? []) clues.add(`op ${character}`);
  if (/\+\+|--/.test(text)) clues.add('#1');
  if (/\b(?:for|while|do)\b/.test(text)) clues.add('loop');
  if (/\breturn\b|=>/.test(text)) clues.add('return');
  if (/\b(?:if|for|while|switch|case|select)\b|\?|&&|\|\|/.test(text)) clues.add('choice');
  return clues;
}
