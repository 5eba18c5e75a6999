import type { Location } from 'vscode-languageserver-protocol';
import { afterClosing, type Token } from '#core/source/tokens.ts';
import type { Definitions } from './definitions.ts';
import { type ProjectText, positionAt, tokenIndexAt, tokensOf } from './projectText.ts';

/** The binary finds nothing in the body of an `__init`, but does in that of a method. */
export interface ConstructorCopies {
  /** The definitions of a name in the body of a constructor; null elsewhere. */
  ask(file: ProjectText, offset: number): Promise<readonly Location[] | null>;
  close(): void;
}

/** The address of the copy: beside the file, so that imports lead to the same modules. */
export function copyUri({ uri }: ProjectText): string {
  return uri.replace(/(\.\w+)?$/, '__with_methods$1');
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Asks about copies of the files in which methods of the same length stand for constructors: `__init(`
 * becomes `void q(`, so that all places stay the same.
 */
export function constructorCopies(server: Definitions): ConstructorCopies {
  const opened = new Set<string>();
  return {
    async ask(file, offset) {
      const tokens = tokensOf(file);
      if (!isInConstructor(tokens, tokenIndexAt(tokens, offset))) return null;
      const uri = copyUri(file);
      if (!opened.has(uri)) {
        const text = withMethods(file.doc.toString(), tokens);
        if (text === null) return null;
        opened.add(uri);
        server.open(uri, text);
      }
      return server.definition(uri, positionAt(file, offset));
    },
    close() {
      for (const uri of opened) server.close(uri);
      opened.clear();
    },
  };
}

function isInConstructor(tokens: readonly Token[], index: number): boolean {
  return tokens.some(({ text }, at) => {
    if (text !== '__init' || at > index) return false;
    const behindParameters = tokens.findIndex((token, each) => each > at && token.text === '{');
    return behindParameters >= 0 && index < afterClosing(tokens, behindParameters);
  });
}

/** Null if all letters are names of the file. */
function withMethods(text: string, tokens: readonly Token[]): string | null {
  const taken = new Set(tokens.map((token) => token.text));
  const letter = LETTERS.find((each) => !taken.has(each));
  if (letter === undefined) return null;
  let copy = text;
  for (const { from, to, text: name } of tokens) {
    if (name === '__init') copy = `${copy.slice(0, from)}void ${letter}${copy.slice(to)}`;
  }
  return copy;
}
