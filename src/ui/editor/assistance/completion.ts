import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { LSPPlugin } from '@codemirror/lsp-client';
import { EditorState, type Extension } from '@codemirror/state';
import type {
  CompletionItem,
  CompletionList,
  CompletionParams,
  MarkupContent,
} from 'vscode-languageserver-protocol';
import { namePlace, REACH } from '#ui/editor/attributes/places.ts';
import { completionList } from '#ui/editor/completionList.ts';
import { showDocumentation } from './documentation.ts';

/** Maps LSP's item kinds to CodeMirror's, which have icons. */
const TYPES: Readonly<Record<number, string>> = {
  2: 'function',
  3: 'function',
  4: 'method',
  5: 'property',
  6: 'variable',
  7: 'type',
  8: 'interface',
  9: 'namespace',
  10: 'property',
  12: 'constant',
  13: 'enum',
  14: 'keyword',
  20: 'constant',
  21: 'constant',
  22: 'class',
  25: 'type',
};

const WORD = /[\w\u0080-\uffff]*/;
const WHOLE_WORD = /^[\w\u0080-\uffff]*$/;

const INVOKED = 1;
const TRIGGER_CHARACTER = 2;

/** Completion by the language server, from the first character of a name or a member. */
export const completion: Extension = [
  completionList,
  EditorState.languageData.of(() => [{ autocomplete: completeFromServer }]),
];

/** The editor completes the playground's attributes itself, with more detail. */
const KNOWN_HERE = /^playground::/;

export async function completeFromServer(
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const plugin = context.view && LSPPlugin.get(context.view);
  if (!plugin) return null;
  const asked = reasonToAsk(plugin, context);
  if (!asked) return null;
  plugin.client.sync();
  const params: CompletionParams = {
    textDocument: { uri: plugin.uri },
    position: plugin.toPosition(context.pos, context.state.doc),
    context: asked,
  };
  context.addEventListener('abort', () => plugin.client.cancelRequest(params));
  const list = await plugin.client.request<CompletionParams, CompletionList | null>(
    'textDocument/completion',
    params,
  );
  const items = (list?.items ?? []).filter(({ label }) => !KNOWN_HERE.test(label));
  if (items.length === 0 || context.aborted) return nothingAt(context);
  return {
    from: startOf(context, items[0]),
    options: items.map((item, index) => optionOf(plugin, item, index)),
    validFor: WHOLE_WORD,
  };
}

/**
 * No completion. CodeMirror asks no more after null, not even for what was typed since (6.20.4): an
 * empty list that is valid for no other text makes it ask again.
 */
function nothingAt({ view, state, pos }: CompletionContext): CompletionResult | null {
  return view?.state.doc === state.doc ? null : { from: pos, options: [] };
}

/** Null where nothing completes automatically, and where the editor itself knows all names. */
function reasonToAsk(
  plugin: LSPPlugin,
  { state, pos, explicit }: CompletionContext,
): CompletionParams['context'] | null {
  if (namePlace(state.sliceDoc(Math.max(0, pos - REACH), pos), pos)?.isQualified) return null;
  const before = state.sliceDoc(pos - 1, pos);
  const triggers = plugin.client.serverCapabilities?.completionProvider?.triggerCharacters ?? [];
  if (triggers.includes(before)) {
    return { triggerKind: TRIGGER_CHARACTER, triggerCharacter: before };
  }
  const isName = /[A-Za-z_\u0080-\uffff]/.test(before);
  const isImport = before === ' ' && /^\s*import $/.test(state.doc.lineAt(pos).text);
  return explicit || isName || isImport ? { triggerKind: INVOKED } : null;
}

function startOf(context: CompletionContext, first: CompletionItem | undefined): number {
  const edit = first?.textEdit;
  if (edit && 'range' in edit) {
    return context.state.doc.lineAt(context.pos).from + edit.range.start.character;
  }
  return context.matchBefore(WORD)?.from ?? context.pos;
}

function optionOf(plugin: LSPPlugin, item: CompletionItem, index: number): Completion {
  const type = TYPES[item.kind ?? 0];
  return {
    label: item.label,
    // The server's order: the nearest scope comes first.
    sortText: String(index).padStart(6, '0'),
    info: () => describe(plugin, item),
    ...(type && { type }),
    ...(item.commitCharacters && { commitCharacters: item.commitCharacters }),
  };
}

/** The server's documentation of an item, requested when the user selects it. */
async function describe(plugin: LSPPlugin, item: CompletionItem): Promise<Node | null> {
  const resolved =
    (await plugin.client.request<CompletionItem, CompletionItem | null>(
      'completionItem/resolve',
      item,
    )) ?? item;
  const { detail, documentation } = resolved;
  if (!detail && !documentation) return null;
  return showDocumentation(plugin, markupOf(detail, documentation));
}

function markupOf(detail = '', documentation: string | MarkupContent = ''): MarkupContent {
  const signature = detail === '' ? '' : `\`\`\`slang\n${detail}\n\`\`\`\n\n`;
  const text = typeof documentation === 'string' ? documentation : documentation.value;
  return { kind: 'markdown', value: signature + text };
}
