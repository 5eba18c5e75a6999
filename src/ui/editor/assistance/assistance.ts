import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { LSPClient, LSPPlugin } from '@codemirror/lsp-client';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  type EditorView,
  hoverTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type {
  CompletionItem,
  CompletionList,
  CompletionParams,
  Diagnostic,
  DiagnosticRelatedInformation,
  Hover,
  HoverParams,
  MarkupContent,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol';
import type { LanguageTransport } from '#engine/language/languageClient.ts';
import { RPC_ERRORS } from '#engine/language/protocol.ts';
import { isAttributeAt } from '#ui/editor/attributes/hover.ts';
import { namePlace, REACH } from '#ui/editor/attributes/places.ts';
import { completionList } from '#ui/editor/completionList.ts';
import { projectEditor } from '#ui/editor/fileEdits.ts';
import { slangLanguage } from '#ui/editor/grammars/slang.ts';
import { wantedHints } from '#ui/editor/inlayHints/wantedHints.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';
import type { Problem, RelatedPlace } from '#ui/editor/problem.ts';
import { showProblems } from '#ui/editor/problems.ts';
import { occurrences } from '#ui/editor/refactoring/occurrences.ts';
import { appearance } from './appearance.ts';
import { definition } from './definition.ts';
import { sanitizeHtml, showDocumentation } from './documentation.ts';
import { outline } from './outline.ts';
import { peek } from './peek.ts';
import { goToLocation } from './places.ts';
import { offsetIn, titleOf, uriOf } from './protocolPlaces.ts';
import { clearTokens, refreshTokens, semanticTokens, tokensOfShown } from './semanticTokens.ts';
import { ServerFiles, serverFiles } from './serverFiles.ts';
import { signatures } from './signature.ts';

/** One client per service, because editors are created and removed. */
const clients = new WeakMap<LanguageService, LSPClient>();

/**
 * The language server's features for a file of the editor's project: completion, hover, signatures,
 * definitions, outline, semantic colours and problems. Add it when the server is first ready; it
 * keeps working after a server restart.
 */
export function assistance(service: LanguageService, path: string): Extension {
  const client = clients.get(service) ?? createClient(service.transport);
  clients.set(service, client);
  return [
    client.plugin(uriOf(path), 'slang'),
    tellEdits(client),
    clearAfterFailure(service),
    completion,
    hover,
    signatures,
    definition,
    peek,
    outline,
    occurrences,
    wantedHints,
    semanticTokens,
    tokensOfShown,
    appearance,
  ];
}

/** Sends each edit to the server immediately, so that the server can tell when typing stops. */
function tellEdits(client: LSPClient): Extension {
  let planned = false;
  const plan = () => {
    if (planned) return;
    planned = true;
    queueMicrotask(() => {
      planned = false;
      client.sync();
    });
  };
  return ViewPlugin.define((view) => ({
    update({ docChanged }: ViewUpdate) {
      if (docChanged) plan();
    },
    // Hidden files change too, and files are added and removed.
    destroy: view.state.facet(projectEditor)?.subscribe(plan) ?? (() => {}),
  }));
}

/** Removes the server's results when the server has failed and no longer updates them. */
function clearAfterFailure(service: LanguageService): Extension {
  return ViewPlugin.define((view) => ({
    destroy: service.subscribe(() => {
      if (service.state().kind !== 'failed') return;
      for (const file of view.state.facet(projectEditor)?.files() ?? []) {
        if (!file.isCreated) continue;
        showProblems(file, 'server', []);
        clearTokens(file);
      }
    }),
  }));
}

/** Describes the name under the pointer. An edit hides it. */
const hover = hoverTooltip(describeName, { hideOn: ({ docChanged }) => docChanged });

async function describeName(view: EditorView, pos: number): Promise<Tooltip | null> {
  const plugin = LSPPlugin.get(view);
  if (!plugin || isAttributeAt(view, pos)) return null;
  plugin.client.sync();
  const { doc } = view.state;
  const found = await plugin.client.request<HoverParams, Hover | null>('textDocument/hover', {
    textDocument: { uri: plugin.uri },
    position: plugin.toPosition(pos),
  });
  // The answer's offsets refer to an older text.
  if (!found || view.state.doc !== doc) return null;
  const { range, contents } = found;
  return {
    pos: range ? plugin.fromPosition(range.start) : pos,
    end: range ? plugin.fromPosition(range.end) : pos,
    above: true,
    create() {
      const content = contents as MarkupContent;
      return { dom: showDocumentation(plugin, content, 'cm-lsp-hover-tooltip') };
    },
  };
}

/** In milliseconds; long enough for a server restart. The client detects hangs itself. */
const REQUEST_TIMEOUT = 60_000;

/**
 * A client whose requests never reject: they resolve to null if the server went away, failed or did
 * not answer, or if a newer request superseded them. Callers could do nothing else about it.
 */
class PatientClient extends LSPClient {
  /** The methods whose failure was reported already. */
  private readonly told = new Set<string>();

  override async request<Params, Answer>(method: string, params: Params): Promise<Answer> {
    try {
      return await super.request<Params, Answer>(method, params);
    } catch (error) {
      if (!isGone(error) && !this.told.has(method)) {
        this.told.add(method);
        console.warn(`The language server failed at ${method}.`, error);
      }
      // The protocol allows null for every request used here.
      return null as Answer;
    }
  }
}

function isGone(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === RPC_ERRORS.serverCancelled || error.code === RPC_ERRORS.cancelled;
}

/** A client that serves the project of one editor at a time. */
export function createClient(transport: LanguageTransport): LSPClient {
  const client = new PatientClient({
    rootUri: 'file:///',
    timeout: REQUEST_TIMEOUT,
    sanitizeHTML: sanitizeHtml,
    highlightLanguage: (name) => (name === 'slang' ? slangLanguage : null),
    workspace: (client) => new ServerFiles(client),
    notificationHandlers: { 'textDocument/publishDiagnostics': publishProblems },
  });
  client.connect(transport);
  // Requests wait for the initialization, and fail if it fails.
  client.initializing.catch(() => {});
  return client;
}

const SEVERITIES: Readonly<Record<number, Problem['severity']>> = { 1: 'error', 2: 'warning' };

/**
 * Shows the server's diagnostics of a visible or hidden file. Diagnostics of an older text are
 * dropped, because those of the newest text will follow.
 */
function publishProblems(client: LSPClient, params: PublishDiagnosticsParams): boolean {
  const { uri, version, diagnostics } = params;
  client.sync();
  const files = serverFiles(client);
  const known = files?.getFile(uri);
  const file = files?.editedFile(uri);
  if (!files || !known || !file || version !== known.version) return true;
  files.setChecked(known);
  if (diagnostics.length > 0 || file.isCreated) {
    const found = diagnostics.map((diagnostic) => problemOf(uri, file.doc, diagnostic));
    showProblems(file, 'server', found);
  }
  const view = known.getView();
  // The server has just checked the text, so this request is cheap.
  if (view) void refreshTokens(view);
  return true;
}

function problemOf(
  uri: string,
  doc: Text,
  { range, severity, message, code, relatedInformation = [] }: Diagnostic,
): Problem {
  const from = offsetIn(doc, range.start);
  return {
    from,
    to: Math.max(from, offsetIn(doc, range.end)),
    severity: SEVERITIES[severity ?? 1] ?? 'info',
    message,
    code: code === undefined ? '' : String(code),
    related: relatedInformation.map((information) => placeOf(uri, doc, information)),
    fixes: [],
  };
}

function placeOf(
  uri: string,
  doc: Text,
  { location, message }: DiagnosticRelatedInformation,
): RelatedPlace {
  const { start } = location.range;
  if (location.uri === uri) return { kind: 'here', message, at: offsetIn(doc, start) };
  // Locations in the compiler's own library refer to files that do not exist.
  const isKnown = location.uri.startsWith('file:');
  const name = titleOf(location.uri);
  return {
    kind: 'elsewhere',
    message,
    label: isKnown ? `${name} ${start.line + 1}` : name,
    open: isKnown ? (view: EditorView) => void goToLocation(view, location) : null,
  };
}

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

/** Completion by the language server, starting at the first character of a name or a member. */
const completion: Extension = [
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
 * An empty completion. After null, CodeMirror (6.20.4) does not ask again, even if the text has
 * changed since; an empty list without `validFor` makes it ask again.
 */
function nothingAt({ view, state, pos }: CompletionContext): CompletionResult | null {
  return view?.state.doc === state.doc ? null : { from: pos, options: [] };
}

/**
 * How the completion is triggered; null where nothing completes automatically, or where the editor
 * itself knows all names.
 */
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
    // Keeps the server's order, in which the nearest scope comes first.
    sortText: String(index).padStart(6, '0'),
    info: () => describe(plugin, item),
    ...(type && { type }),
    ...(item.commitCharacters && { commitCharacters: item.commitCharacters }),
  };
}

/** The server's documentation of an item, requested when the user selects the item. */
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
