import { countShared, type Words } from './codeWords.ts';
import {
  type DeclarationIndex,
  type DeclaredLines,
  globalNamed,
  isInside,
  nearestSharing,
  type Placed,
  type PrintedCode,
} from './declaredLines.ts';
import type { Place } from './printedFiles.ts';

const STRUCT = /^(?:layout\(.*\) )?(?:struct|cbuffer|uniform|buffer) (\w+)/;

/**
 * Corrects the places of structs, their members and globals.
 *
 * @param inFunction 1 for each line inside a function
 * @param placed one entry per line; entries outside functions are replaced
 */
export function placeDeclarations(
  code: PrintedCode,
  inFunction: Uint8Array,
  index: DeclarationIndex,
  placed: (Placed | null)[],
): void {
  let struct: DeclaredLines | 'made' | null = null;
  for (let at = code.start; at < code.lines.length; at += 1) {
    const text = code.lines[at] ?? '';
    if (inFunction[at] === 1 || text === '' || text.startsWith('#')) continue;
    const opened = STRUCT.exec(text)?.[1];
    if (opened !== undefined && !text.endsWith(';')) struct = structNamed(opened, index);
    else if (text.startsWith('}')) struct = null;
    const known = placed[at];
    const words = code.words(at);
    if (words.size === 0) placed[at] = null;
    else placed[at] = placeDeclaration(words, known ?? null, struct, index);
  }
}

function placeDeclaration(
  words: Words,
  placed: Placed | null,
  struct: DeclaredLines | 'made' | null,
  index: DeclarationIndex,
): Placed | null {
  // For a member of a compiler-generated struct, the compiler gives the line of one of its uses.
  const held = struct === 'made' ? globalAmong(words, index) : null;
  if (held) return held;
  if (placed?.kind === 'line' && sharesLine(placed.place, words)) return placed;
  // GLSL makes a global of each member of a stage's input or output struct.
  const around = placed?.kind === 'line' ? structAt(placed.place, index) : null;
  const declared = struct === 'made' ? around : (struct ?? around);
  const found = declared && nearestSharing(declared, words, declared.line);
  if (found) return { kind: 'line', place: found };
  const global = globalAmong(words, index);
  if (global) return global;
  return struct === 'made' ? memberNamed(words, index) : placed;
}

function globalAmong(words: Words, index: DeclarationIndex): Placed | null {
  for (const word of words) {
    const global = globalNamed(word, index);
    if (global) return global;
  }
  return null;
}

/** A member of a struct in the code. Both names are as in the code. */
export interface CodeMember {
  readonly struct: string;
  readonly name: string;
}

/** The declaration of a member, or of the global that it holds. */
export function placeOfMember({ struct, name }: CodeMember, index: DeclarationIndex): Place | null {
  const declared = structNamed(struct, index);
  if (declared === null) return null;
  const found =
    declared === 'made'
      ? (globalAmong(new Set([name]), index) ?? memberNamed(new Set([name]), index))
      : memberOf(declared, name, index);
  return found?.kind === 'line' ? found.place : null;
}

function memberOf(struct: DeclaredLines, name: string, index: DeclarationIndex): Placed | null {
  const found = index.membersOf(struct).find((each) => each.name === name);
  return found ? { kind: 'line', place: { known: found.known, line: found.line } } : null;
}

function structAt(place: Place, index: DeclarationIndex): DeclaredLines | null {
  return index.all.find((each) => each.kind === 'struct' && isInside(each, place)) ?? null;
}

function sharesLine({ known, line }: Place, words: Words): boolean {
  return countShared(words, known.wordsAt(line)) > 0;
}

const MADE =
  /^(?:block_\w+|GlobalParams|KernelContext|EntryPointParams|DiffPair\w*|(?:pixel|vertex)(?:In|Out)put|\w+_Result|Tuple)$/;

/** `made` for a compiler-generated struct, whose members may be globals. */
function structNamed(name: string, index: DeclarationIndex): DeclaredLines | 'made' | null {
  const plain = name
    .replace(/^SLANG_ParameterGroup_/, '')
    .replace(/(?:_natural|_std140|_std430)?(?:_\d+)?$/, '');
  const declared = index.named(plain).find(({ kind }) => kind === 'struct');
  return declared ?? (MADE.test(plain) ? 'made' : null);
}

/** The struct member with one of these names, if there is exactly one. */
function memberNamed(words: Words, index: DeclarationIndex): Placed | null {
  const members = [...words].flatMap(index.named).filter(({ isMember }) => isMember);
  const [found] = members;
  if (!found || members.length > 1) return null;
  return { kind: 'line', place: { known: found.known, line: found.line } };
}
