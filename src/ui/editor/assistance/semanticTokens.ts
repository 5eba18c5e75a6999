import { LSPPlugin } from '@codemirror/lsp-client';
import { type Extension, type Range, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';
import type {
  SemanticTokens,
  SemanticTokensLegend,
  SemanticTokensParams,
} from 'vscode-languageserver-protocol';
import type { EditedFile } from '#ui/editor/fileEdits.ts';
import { serverFiles } from './serverFiles.ts';

/** A token is five numbers: lines and characters since the previous one, length, type, modifiers. */
const NUMBERS = 5;

const setTokens = StateEffect.define<DecorationSet>();

const tokensField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(tokens, { changes, effects }) {
    const newest = effects.findLast((effect) => effect.is(setTokens));
    return newest ? newest.value : tokens.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Styles by kind of name, on top of the grammar's styles. */
const appearance = EditorView.baseTheme({
  '.cm-token-type, .cm-token-namespace': { color: 'var(--code-type)' },
  '.cm-token-function': { color: 'var(--code-function)' },
  '.cm-token-enumMember': { color: 'var(--code-number)' },
  '.cm-token-macro': { color: 'var(--code-preprocessor)' },
  '.cm-token-parameter': { fontStyle: 'italic' },
});

/** Colours names by their meaning to the compiler; see {@link refreshTokens}. */
export const semanticTokens: Extension = [tokensField, appearance];

/**
 * Requests the tokens of a file when it becomes visible, if the server checked it while it was
 * hidden: its tokens may be outdated. An unchecked file gets its tokens after its check.
 */
export const tokensOfShown: Extension = ViewPlugin.define((view) => {
  queueMicrotask(() => {
    const plugin = LSPPlugin.get(view);
    if (plugin && serverFiles(plugin.client)?.isChecked(plugin.uri)) void refreshTokens(view);
  });
  return {};
});

/**
 * Requests and shows the tokens. An edit meanwhile makes the answer void and causes a new request.
 */
export async function refreshTokens(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  const legend = plugin?.client.serverCapabilities?.semanticTokensProvider?.legend;
  if (!plugin || !legend) return;
  plugin.client.sync();
  const { doc } = view.state;
  const answer = await plugin.client.request<SemanticTokensParams, SemanticTokens | null>(
    'textDocument/semanticTokens/full',
    { textDocument: { uri: plugin.uri } },
  );
  if (!answer || view.state.doc !== doc) return;
  view.dispatch({ effects: setTokens.of(decorate(doc, answer.data, marksOf(legend))) });
}

/** Removes all tokens, for example when no server updates them. */
export function clearTokens(file: Pick<EditedFile, 'dispatch'>): void {
  file.dispatch({ effects: setTokens.of(Decoration.none) });
}

function marksOf({ tokenTypes }: SemanticTokensLegend): Decoration[] {
  return tokenTypes.map((type) => Decoration.mark({ class: `cm-token-${type}` }));
}

export function decorate(
  doc: Text,
  data: readonly number[],
  marks: readonly Decoration[],
): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  let number = 1;
  let character = 0;
  for (let index = 0; index + NUMBERS <= data.length; index += NUMBERS) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(index, index + NUMBERS);
    character = lines === 0 ? character + characters : characters;
    number += lines;
    const mark = marks[type];
    if (!mark || number > doc.lines) continue;
    const line = doc.line(number);
    const from = line.from + character;
    const to = Math.min(from + length, line.to);
    if (from < to) ranges.push(mark.range(from, to));
  }
  return Decoration.set(ranges, true);
}
