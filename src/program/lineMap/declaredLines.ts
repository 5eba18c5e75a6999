import { type Declaration, readSource } from '#program/source/declarations.ts';
import { lineCounter } from '#program/source/lineCounter.ts';
import { countShared, type Words } from './codeWords.ts';
import type { KnownFile } from './printedFiles.ts';

/** A declaration by its one-based lines. */
export interface DeclaredLines {
  readonly known: KnownFile;
  readonly name: string;
  readonly kind: Declaration['kind'];
  /** Whether it is a member of a struct. */
  readonly isMember: boolean;
  /** With its attributes. */
  readonly from: number;
  /** The line of its name. */
  readonly line: number;
  readonly to: number;
}

/** The declarations of all files whose texts are known. */
export interface DeclarationIndex {
  readonly all: readonly DeclaredLines[];
  named(name: string): readonly DeclaredLines[];
  /** The innermost function around a line. */
  functionAt(known: KnownFile, line: number): DeclaredLines | null;
  /**
   * Whether a line may become code with the words: its own, those of the constants and the members
   * of the structs that it names, those of the functions that it calls, if they are no functions of
   * the code, which means that the compiler inlined them, and the globals that the callers of its
   * function hand to it, which the compiler may put in the place of parameters.
   */
  explains(known: KnownFile, line: number, words: Words): boolean;
}

export function indexDeclarations(
  files: readonly KnownFile[],
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
    const found = handed.get(declared) ?? globalsBeside(declared.name, files, isGlobal);
    handed.set(declared, found);
    return found;
  };
  const functionAt = (known: KnownFile, line: number) =>
    functions.findLast((each) => each.known === known && each.from <= line && line <= each.to) ??
    null;
  const isHanded = (known: KnownFile, line: number, words: Words) => {
    const declared = functionAt(known, line);
    return declared !== null && countShared(words, handedTo(declared)) > 0;
  };
  return {
    all,
    named,
    functionAt,
    explains: (known, line, words) =>
      countShared(words, known.wordsAt(line)) > 0 ||
      countShared(words, reach(known, line)) > 0 ||
      isHanded(known, line, words),
  };
}

/** The globals in all lines that name a function. */
function globalsBeside(
  name: string,
  files: readonly KnownFile[],
  isGlobal: (word: string) => boolean,
): Words {
  const globals = new Set<string>();
  for (const known of files) {
    for (let line = 1; line <= known.lines.length; line += 1) {
      const words = known.wordsAt(line);
      if (!words.has(name)) continue;
      for (const word of words) if (isGlobal(word)) globals.add(word);
    }
  }
  return globals;
}

/** The words of all declarations whose text the compiler may put in the place of a line's words. */
function reachedFrom(
  start: { readonly known: KnownFile; readonly line: number },
  named: (name: string) => readonly DeclaredLines[],
  isFunctionOfCode: (name: string) => boolean,
): Words {
  const words = new Set<string>();
  // A header does not stand for its own body.
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
          // What a variable or a struct names in turn is too far away.
          if (kind === 'function') pending.push(each);
        }
      }
    }
  }
  return words;
}

function declarationsIn(known: KnownFile): DeclaredLines[] {
  const lineOf = lineCounter(known.text);
  const read = (declarations: readonly Declaration[], isMember: boolean): DeclaredLines[] =>
    declarations.flatMap((declaration) => [
      {
        known,
        name: declaration.name,
        kind: declaration.kind,
        isMember,
        from: lineOf(declaration.from),
        line: lineOf(declaration.nameSpan.from),
        to: lineOf(Math.max(declaration.from, declaration.to - 1)),
      },
      ...read(declaration.members, true),
    ]);
  return read(readSource(known.text).declarations, false);
}
