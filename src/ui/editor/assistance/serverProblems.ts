import type { LSPClient } from '@codemirror/lsp-client';
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type {
  Diagnostic,
  DiagnosticRelatedInformation,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol';
import type { Problem, RelatedPlace } from '#ui/editor/problem.ts';
import { showProblems } from '#ui/editor/problems.ts';
import { goToLocation } from './places.ts';
import { offsetIn } from './positions.ts';
import { refreshTokens } from './semanticTokens.ts';
import { serverFiles } from './serverFiles.ts';
import { titleOf } from './uris.ts';

const SEVERITIES: Readonly<Record<number, Problem['severity']>> = { 1: 'error', 2: 'warning' };

/**
 * Shows the server's diagnostics of a file, in sight or not, unless they are of an older text: those
 * of the newest text will follow.
 */
export function publishProblems(client: LSPClient, params: PublishDiagnosticsParams): boolean {
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
  // The binary's places in its own library refer to files that do not exist.
  const isKnown = location.uri.startsWith('file:');
  const name = titleOf(location.uri);
  return {
    kind: 'elsewhere',
    message,
    label: isKnown ? `${name} ${start.line + 1}` : name,
    open: isKnown ? (view: EditorView) => void goToLocation(view, location) : null,
  };
}
