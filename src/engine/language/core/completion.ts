import type {
  CompletionItem,
  CompletionItemKind,
  CompletionList,
  Position,
} from 'vscode-languageserver-protocol';
import { MAIN_FILE } from '#core/project/mainFile.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import { lineText, type TextDocument } from '#engine/language/textDocument.ts';
import type { ReadyDocument } from './documents.ts';

const MODULE_KIND: CompletionItemKind = 9;
const KEYWORD_KIND: CompletionItemKind = 14;

const AFTER_IMPORT = /^\s*(?:__exported\s+)?import\s+([\w.]*)$/;

/** The path of a file that an import can name without quotes. */
const NAMED_MODULE = /^\/((?:[A-Za-z_][\w-]*\/)*[A-Za-z_][\w-]*)\.slang$/;

/** No module can import the main file, because it is imported by the main file itself. */
const MAIN_PATH = `/${MAIN_FILE}`;

/** Matches after `[` or `, ` of an attribute list, with the written part of `playground::`. */
const ATTRIBUTE_PATH = /[[,]\s*(playground::[\w:]*)$/;

/** The binary's own names for the playground's attributes. */
const NATIVE_ATTRIBUTE = /^playground_/;

/** An attribute's declaration in the playground's module: a comment, its targets and its fields. */
const ATTRIBUTE_STRUCT =
  /^((?:\/\/\/.*\n){0,50})\[__AttributeUsage[^\n]*\n\s*public struct playground_(\w+)Attribute\s*\{([^{}]*)\}/gm;

/** Completions that only the playground has: its modules, and attributes in their written form. */
export interface PlaygroundCompletion {
  /** The completions at a place for which the binary has none. */
  alone(
    document: TextDocument,
    position: Position,
    all: readonly ReadyDocument[],
  ): CompletionList | undefined;
  /** The binary's list with the attributes' names in their written form. */
  amend(items: CompletionItem[]): CompletionItem[];
}

export function createPlaygroundCompletion(
  libraries: readonly LibraryModule[],
): PlaygroundCompletion {
  const modules = libraries.map(({ name, source }) => ({
    label: name,
    kind: MODULE_KIND,
    detail: `module ${name}`,
    ...documented(/^(?:\/\/.*\n)+/.exec(source)?.[0] ?? ''),
  }));
  const attributes = libraries.flatMap(({ source }) =>
    [...source.matchAll(ATTRIBUTE_STRUCT)].map(attributeItem),
  );
  return {
    alone(document, position, all) {
      const before = lineText(document, position.line).slice(0, position.character);
      const written = AFTER_IMPORT.exec(before)?.[1];
      if (written !== undefined) {
        const others = all.filter((each) => each.document !== document);
        const items = [...others.flatMap(projectModule), ...modules];
        return { isIncomplete: false, items: inPlaceOf(written, position, items) };
      }
      const path = ATTRIBUTE_PATH.exec(before)?.[1];
      if (path === undefined) return undefined;
      return { isIncomplete: false, items: inPlaceOf(path, position, attributes) };
    },
    amend(items) {
      const others = items.filter(({ label }) => !NATIVE_ATTRIBUTE.test(label));
      return others.length < items.length ? [...attributes, ...others] : items;
    },
  };
}

function inPlaceOf(
  written: string,
  position: Position,
  items: readonly CompletionItem[],
): CompletionItem[] {
  const start = { line: position.line, character: position.character - written.length };
  const range = { start, end: position };
  return items.map((item) => ({ ...item, textEdit: { range, newText: item.label } }));
}

function projectModule({ document, path }: ReadyDocument): CompletionItem[] {
  const name = NAMED_MODULE.exec(path)?.[1];
  // Only the module itself includes its parts.
  const isPart = /^[ \t]*implementing\b/m.test(document.text);
  if (name === undefined || path === MAIN_PATH || isPart) return [];
  const label = name.replaceAll('/', '.').replaceAll('-', '_');
  const comment = /^(?:\/\/.*\n)+/.exec(document.text)?.[0] ?? '';
  return [{ label, kind: MODULE_KIND, detail: path, ...documented(comment) }];
}

function attributeItem([, comment = '', name = '', body = '']: RegExpMatchArray): CompletionItem {
  const label = `playground::${name.replace(/^CALL_/, 'CALL::')}`;
  const fields = [...body.matchAll(/\b(\w+\s+\w+);/g)].map(([, field = '']) => field);
  return {
    label,
    kind: KEYWORD_KIND,
    detail: fields.length > 0 ? `${label}(${fields.join(', ')})` : label,
    ...documented(comment),
  };
}

/** A comment's text, without its slashes. */
function documented(comment: string): Pick<CompletionItem, 'documentation'> {
  const value = comment.replace(/^\/\/\/? ?/gm, '').trim();
  return value === '' ? {} : { documentation: { kind: 'markdown', value } };
}
