import { type Declaration, readSource } from '#core/source/declarations.ts';
import { lineCounter } from '#core/source/tokens.ts';
import { countShared, type Words } from './codeWords.ts';
import type { CodeFunction } from './lineMap.ts';
import type { KnownFile, KnownFiles, Place } from './printedFiles.ts';

/** A declaration with its one-based lines. */
export interface DeclaredLines {
  readonly known: KnownFile;
  readonly name: string;
  readonly kind: 'function' | 'variable' | 'struct';
  readonly isMember: boolean;
  /** The first line, including attributes. */
  readonly from: number;
  /** The line of the name. */
  readonly line: number;
  readonly to: number;
}

/** The declarations of all files whose text is known. */
export interface DeclarationIndex {
  readonly files: readonly KnownFile[];
  linesWith(word: string): readonly Place[];
  readonly all: readonly DeclaredLines[];
  named(name: string): readonly DeclaredLines[];
  membersOf(struct: DeclaredLines): readonly DeclaredLines[];
  /** The innermost function around a line. */
  functionAt(known: KnownFile, line: number): DeclaredLines | null;
  /**
   * Whether a source line may compile to code with these words. Besides its own words, a line
   * accounts for those of the constants and struct members that it names, of the functions that it
   * calls if the code lacks them (so the compiler inlined them), and of the globals that callers
   * pass to the line's function, because the compiler may substitute those for parameters.
   */
  explains(known: KnownFile, line: number, words: Words): boolean;
}

export function indexDeclarations(
  { files, linesWith }: KnownFiles,
  isFunctionOfCode: (name: string) => boolean,
): DeclarationIndex {
  const all = files.flatMap(declarationsIn);
  const byName = new Map<string, DeclaredLines[]>();
  for (const each of all) {
    const same = byName.get(each.name);
    if (same) same.push(each);
    else byName.set(each.name, [each]);
  }
  const named = (name: string) => byName.get(name) ?? [];
  const functions = all.filter(({ kind }) => kind === 'function');
  const reached = new Map<Words, Words>();
  const reach = (known: KnownFile, line: number) => {
    const words = known.wordsAt(line);
    const found = reached.get(words) ?? reachedFrom({ known, line }, named, isFunctionOfCode);
    reached.set(words, found);
    return found;
  };
  const isGlobal = (word: string) =>
    named(word).some(({ kind, isMember }) => kind === 'variable' && !isMember);
  const handed = new Map<DeclaredLines, Words>();
  const handedTo = (declared: DeclaredLines) => {
    const found = handed.get(declared) ?? globalsBeside(linesWith(declared.name), isGlobal);
    handed.set(declared, found);
    return found;
  };
  const functionLines = new Map<KnownFile, (DeclaredLines | undefined)[]>();
  for (const each of functions) {
    const lines = functionLines.get(each.known) ?? [];
    functionLines.set(each.known, lines);
    // Nested functions come later, so they overwrite the outer ones.
    for (let line = each.from; line <= each.to; line += 1) lines[line] = each;
  }
  const functionAt = (known: KnownFile, line: number) => functionLines.get(known)?.[line] ?? null;
  const isHanded = (known: KnownFile, line: number, words: Words) => {
    const declared = functionAt(known, line);
    return declared !== null && countShared(words, handedTo(declared)) > 0;
  };
  return {
    ...{ files, linesWith, all, named },
    membersOf: (struct) =>
      all.filter(
        ({ known, isMember, from, to }) =>
          isMember && known === struct.known && struct.from <= from && to <= struct.to,
      ),
    functionAt,
    explains: (known, line, words) =>
      countShared(words, known.wordsAt(line)) > 0 ||
      countShared(words, reach(known, line)) > 0 ||
      isHanded(known, line, words),
  };
}

/** The globals that the lines name. */
function globalsBeside(lines: readonly Place[], isGlobal: (word: string) => boolean): Words {
  const globals = new Set<string>();
  for (const { known, line } of lines) {
    for (const word of known.wordsAt(line)) if (isGlobal(word)) globals.add(word);
  }
  return globals;
}

/** The words of all declarations that the compiler may substitute for a line's words. */
function reachedFrom(
  start: { readonly known: KnownFile; readonly line: number },
  named: (name: string) => readonly DeclaredLines[],
  isFunctionOfCode: (name: string) => boolean,
): Words {
  const words = new Set<string>();
  // A declaration's own line does not account for its body.
  const reached = new Set(
    [...start.known.wordsAt(start.line)]
      .flatMap(named)
      .filter(({ known, line }) => known === start.known && line === start.line),
  );
  const pending = [...start.known.wordsAt(start.line)];
  for (let word = pending.pop(); word !== undefined; word = pending.pop()) {
    for (const declaration of named(word)) {
      const { known, kind, from, to } = declaration;
      if (reached.has(declaration) || (kind === 'function' && isFunctionOfCode(word))) continue;
      reached.add(declaration);
      for (let line = from; line <= to; line += 1) {
        for (const each of known.wordsAt(line)) {
          words.add(each);
          // Only functions are followed further; what variables and structs name is too remote.
          if (kind === 'function') pending.push(each);
        }
      }
    }
  }
  return words;
}

/** Each file is read once for all outputs of its program. */
const declarationsOf = new WeakMap<KnownFile, readonly DeclaredLines[]>();

export function declarationsIn(known: KnownFile): readonly DeclaredLines[] {
  const found = declarationsOf.get(known) ?? readDeclarations(known);
  declarationsOf.set(known, found);
  return found;
}

function readDeclarations(known: KnownFile): DeclaredLines[] {
  const lineOf = lineCounter(known.text);
  const read = (declarations: readonly Declaration[], isMember: boolean): DeclaredLines[] =>
    declarations.flatMap(({ kind, name, nameSpan, from, to, members }) => {
      if (kind === 'special') return [];
      const declared = {
        ...{ known, name, isMember },
        kind: kind === 'extension' ? 'struct' : kind,
        from: lineOf(from),
        line: lineOf(nameSpan.from),
        to: lineOf(Math.max(from, to - 1)),
      } as const;
      return [declared, ...read(members, true)];
    });
  return read(readSource(known.text).declarations, false);
}

export function isInside({ known, from, to }: DeclaredLines, place: Place): boolean {
  return place.known === known && from <= place.line && place.line <= to;
}

/** The penalty per line of distance, after and before the expected line. */
const LOSS_AFTER = 0.05;
const LOSS_BEFORE = 0.5;

interface Found extends Place {
  readonly score: number;
}

/** The line that shares the most words, less a penalty for distance; null if none shares any. */
export function nearestSharing(
  { known, from, to }: DeclaredLines,
  words: Words,
  near: number,
): Found | null {
  let best: Found | null = null;
  for (let line = from; line <= to; line += 1) {
    const shared = weightShared(words, known.wordsAt(line));
    if (shared === 0) continue;
    const score = shared - (line < near ? (near - line) * LOSS_BEFORE : (line - near) * LOSS_AFTER);
    if (!best || score > best.score) best = { known, line, score };
  }
  return best;
}

/** The weight of the shared words: numbers and one-letter names count half. */
export function weightShared(some: Words, others: Words): number {
  let weight = 0;
  for (const word of some) {
    if (others.has(word)) weight += word.startsWith('#') || word.length === 1 ? 0.5 : 1;
  }
  return weight;
}

export function globalNamed(name: string, index: DeclarationIndex): Placed | null {
  const found = index.named(name).find(({ kind, isMember }) => kind === 'variable' && !isMember);
  return found ? { kind: 'line', place: { known: found.known, line: found.line } } : null;
}

/** Target code with the places from its `#line` directives. */
export interface PrintedCode {
  readonly lines: readonly string[];
  /** Index of the first line after a directive. */
  readonly start: number;
  readonly functions: readonly CodeFunction[];
  /** Null for lines without a place and for lines from the compiler's core module. */
  readonly places: readonly (Place | null)[];
  words(line: number): Words;
}

/** The place of a line, or the function that it comes from if its place is uncertain. */
export type Placed =
  | { readonly kind: 'line'; readonly place: Place }
  | { readonly kind: 'function'; readonly declared: DeclaredLines };
