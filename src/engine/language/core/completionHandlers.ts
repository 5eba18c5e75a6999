import type { CompletionItem } from 'vscode-languageserver-protocol';
import type { TextDocument } from '#engine/language/textDocument.ts';
import { createPlaygroundCompletion } from './completion.ts';
import type { CoreDocumentation } from './coreDocumentation.ts';
import { withSafeMarkup } from './markup.ts';
import type { HandlerContext, RequestHandlers } from './requestHandlers.ts';

export interface CompletionContext extends Omit<HandlerContext, 'loadCoreLibrary'> {
  coreDocumentation(): Promise<CoreDocumentation | undefined>;
}

/** The binary's newest completion, the only one whose items it can resolve. */
interface Newest {
  readonly number: number;
  readonly document: TextDocument | null;
}

export function createCompletionHandlers(
  context: CompletionContext,
): Pick<RequestHandlers, 'textDocument/completion' | 'completionItem/resolve'> {
  const { native, documents, libraries } = context;
  const playground = createPlaygroundCompletion(libraries);
  let newest: Newest = { number: 0, document: null };
  return {
    'textDocument/completion'({ textDocument, position, context: asked }) {
      const open = documents.ready(textDocument.uri);
      if (!open) return null;
      newest = { number: newest.number + 1, document: open.document };
      const found = native.completion(open.path, position, asked);
      if (!found || found.length === 0) {
        return playground.alone(open.document, position, documents.all()) ?? null;
      }
      const items = playground
        .amend(found)
        .map((item) => (item.data ? { ...item, data: `${newest.number}:${item.data}` } : item));
      return { isIncomplete: false, items };
    },
    async 'completionItem/resolve'(item) {
      const [number, data] = String(item.data ?? '').split(':');
      if (data === undefined || number !== String(newest.number)) return item;
      const resolved = { ...native.resolve({ ...item, data }), data: item.data };
      if (resolved.documentation) return withSafeMarkup(resolved);
      const text = await coreText(context, newest, resolved);
      return text
        ? withSafeMarkup({ ...resolved, documentation: { kind: 'markdown', value: text } })
        : resolved;
    },
  };
}

/** The core library's documentation of an item, unless the document declares the same name. */
async function coreText(
  { coreDocumentation }: CompletionContext,
  { document }: Newest,
  { label, detail }: CompletionItem,
): Promise<string | undefined> {
  // Only declarations have a detail; keywords have none.
  if (!detail || declares(document?.text ?? '', label)) return undefined;
  return (await coreDocumentation())?.named(label);
}

/** A guess from the text: the binary would check the whole text first, while the user types. */
function declares(text: string, name: string): boolean {
  // A longer expression may be too large for the browser.
  if (!/^\w{1,1000}$/.test(name)) return false;
  const type = `\\b(?:struct|interface|enum|class|typealias)\\s+${name}\\b`;
  const other = `^(?:(?!\\b(?:return|else|case)\\b)[^=()\\n])*[\\w>\\]]\\s+${name}\\s*[<(=;:]`;
  return new RegExp(`${type}|${other}`, 'm').test(text);
}
