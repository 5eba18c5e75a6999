import type { Type } from './types.ts';

/** How a function of GLSL is written in Slang. */
export interface Builtin {
  /** Its name in Slang; the same if left out. */
  readonly name?: string;
  result(args: readonly (Type | null)[]): Type | null;
  /** Given the new texts of the arguments, the whole call, where another name is not enough. */
  write?(args: readonly string[], types: readonly (Type | null)[]): string | null;
  /** Texts that the program needs besides, given the arguments’ types. */
  helpers?(types: readonly (Type | null)[]): readonly string[];
  /** What the result reads besides. */
  readonly input?: string;
  /** What is not converted, as a sentence; there is something that stands in for it. Null if all is. */
  lost?(types: readonly (Type | null)[]): string | null;
}
