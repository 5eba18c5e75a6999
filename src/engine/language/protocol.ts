import type * as lsp from 'vscode-languageserver-protocol';

/** Every request that the server answers, as in LSP 3.17. */
export interface LanguageRequests {
  readonly initialize: {
    readonly params: lsp.InitializeParams;
    readonly result: lsp.InitializeResult;
  };
  readonly shutdown: { readonly params: undefined; readonly result: null };
  readonly 'textDocument/completion': {
    readonly params: lsp.CompletionParams;
    readonly result: lsp.CompletionList | null;
  };
  readonly 'completionItem/resolve': {
    readonly params: lsp.CompletionItem;
    readonly result: lsp.CompletionItem;
  };
  readonly 'textDocument/hover': {
    readonly params: lsp.HoverParams;
    readonly result: lsp.Hover | null;
  };
  readonly 'textDocument/signatureHelp': {
    readonly params: lsp.SignatureHelpParams;
    readonly result: lsp.SignatureHelp | null;
  };
  readonly 'textDocument/definition': {
    readonly params: lsp.DefinitionParams;
    readonly result: lsp.Location[];
  };
  readonly 'textDocument/documentSymbol': {
    readonly params: lsp.DocumentSymbolParams;
    readonly result: lsp.DocumentSymbol[];
  };
  readonly 'textDocument/semanticTokens/full': {
    readonly params: lsp.SemanticTokensParams;
    readonly result: lsp.SemanticTokens;
  };
  /**
   * The text of a document that only the server has: a built-in module or the core library. As in
   * LSP 3.18, but null for an unknown document.
   */
  readonly 'workspace/textDocumentContent': {
    readonly params: { readonly uri: string };
    readonly result: { readonly text: string } | null;
  };
}

export type LanguageRequest = keyof LanguageRequests;

/** The client's notifications. The server ignores all others. */
export interface LanguageNotifications {
  readonly 'textDocument/didOpen': lsp.DidOpenTextDocumentParams;
  readonly 'textDocument/didChange': lsp.DidChangeTextDocumentParams;
  readonly 'textDocument/didClose': lsp.DidCloseTextDocumentParams;
  readonly '$/cancelRequest': { readonly id: MessageId };
  /**
   * An extension. While held, the server computes no diagnostics; the due ones follow after the
   * release.
   */
  readonly '$/holdDiagnostics': { readonly hold: boolean };
  readonly exit: undefined;
}

export type LanguageNotification = keyof LanguageNotifications;

export type MessageId = number | string;

/** A JSON-RPC message from a client, not validated. */
export interface ClientMessage {
  readonly jsonrpc: '2.0';
  /** Requests and responses have one; notifications do not. */
  readonly id?: MessageId;
  /** Responses have none. */
  readonly method?: string;
  readonly params?: unknown;
}

/** The JSON-RPC and LSP error codes that this server uses. */
export const RPC_ERRORS = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internal: -32603,
  notInitialized: -32002,
  cancelled: -32800,
  serverCancelled: -32802,
} as const;

export const LANGUAGE_WORKER = 'language server';

/** The page's messages to its language worker. */
export type MessageToWorker =
  /** The first message, with the binary that the compiler worker has compiled. */
  | { readonly kind: 'start'; readonly module: WebAssembly.Module }
  | { readonly kind: 'rpc'; readonly text: string }
  /**
   * The worker answers with `pong` after all earlier messages, so that the page can detect a hang.
   */
  | { readonly kind: 'ping' };

export type MessageFromWorker =
  | { readonly kind: 'ready'; readonly milliseconds: number }
  /**
   * `answers` is the request's id if this is a response, which spares the page from parsing the
   * text.
   */
  | { readonly kind: 'rpc'; readonly text: string; readonly answers: MessageId | null }
  | { readonly kind: 'pong' }
  /** The binary, and so the worker, is no longer usable. */
  | { readonly kind: 'died'; readonly reason: string };
