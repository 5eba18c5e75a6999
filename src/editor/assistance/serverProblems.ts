import { type LSPClient, LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type {
  Diagnostic,
  DiagnosticRelatedInformation,
  Position,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol';
import type { Problem, RelatedPlace } from '#editor/problem.ts';
import { showProblems } from '#editor/problems.ts';
import { goToLocation, titleOf } from './places.ts';
import { refreshTokens } from './semanticTokens.ts';

const SEVERITIES: Readonly<Record<number, Problem['severity']>> = { 1: 'error', 2: 'warning' };

/**
 * Shows the server's diagnostics, unless they are of an older text: those of
 * the newest text will follow. Edits that the server has not received yet move the places.
 */
export function publishProblems(client: LSPClient, params: PublishDiagnosticsParams): boolean {
  const file = client.workspace.getFile(params.uri);
  const view = file?.getView();
  const plugin = view && LSPPlugin.get(view);
  if (!plugin || params.version !== file?.version) return true;
  showProblems(
    view,
    'server',
    params.diagnostics.map((diagnostic) => problemOf(plugin, diagnostic)),
  );
  // The server has just checked the text, so this request is cheap.
  void refreshTokens(view);
  return true;
}

function problemOf(
  plugin: LSPPlugin,
  { range, severity, message, code, relatedInformation = [] }: Diagnostic,
): Problem {
  const from = offsetOf(plugin, range.start, 1);
  return {
    from,
    to: Math.max(from, offsetOf(plugin, range.end, -1)),
    severity: SEVERITIES[severity ?? 1] ?? 'info',
    message,
    code: code === undefined ? '' : String(code),
    related: relatedInformation.map((information) => placeOf(plugin, information)),
    fixes: [],
  };
}

/** Maps a position in the server's text to the current text. */
function offsetOf(plugin: LSPPlugin, position: Position, side: -1 | 1): number {
  const { unsyncedChanges, syncedDoc } = plugin;
  return unsyncedChanges.mapPos(plugin.fromPosition(position, syncedDoc), side);
}

function placeOf(
  plugin: LSPPlugin,
  { location, message }: DiagnosticRelatedInformation,
): RelatedPlace {
  const { start } = location.range;
  if (location.uri === plugin.uri) {
    return { kind: 'here', message, at: offsetOf(plugin, start, 1) };
  }
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
