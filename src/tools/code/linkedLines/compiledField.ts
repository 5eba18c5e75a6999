import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  type CompiledLines,
  compareLines,
  followEdit,
  textOf,
} from '#tools/code/linkedLines/links/compiledLines.ts';
import { projectEditor } from '#ui/editor/fileEdits.ts';

/**
 * Returns the compiled text of a file, by its path in the compiler's messages; null if there is
 * none.
 */
type CompiledText = (path: string) => string | null;

const newlyCompiled = StateEffect.define<string | null>();

const compiledField = StateField.define<CompiledLines | null>({
  create: () => null,
  update(lines, { effects, docChanged, changes, startState, newDoc }) {
    const newest = effects.findLast((effect) => effect.is(newlyCompiled));
    if (newest) return begin(newest.value, newDoc);
    return lines && docChanged ? followEdit(lines, changes, startState.doc, newDoc) : lines;
  },
});

/**
 * Tracks a file's compiled lines through edits. A new state starts with the text that is compiled
 * then.
 */
export function compiledLines(compiledText: CompiledText): Extension {
  return compiledField.init((state) => {
    const path = pathOf(state);
    return begin(path === null ? null : compiledText(path), state.doc);
  });
}

/** Sets the text that the visible file was compiled with; null if it was not compiled. */
export function setCompiled(view: EditorView, compiledText: CompiledText): void {
  const path = pathOf(view.state);
  const text = path === null ? null : compiledText(path);
  view.dispatch({ effects: newlyCompiled.of(text) });
}

export function compiledOf(state: EditorState): CompiledLines | null {
  return state.field(compiledField, false) ?? null;
}

/** The visible file's path, as in the compiler's messages; null if the editor has no project. */
export function pathOf(state: EditorState): string | null {
  const project = state.facet(projectEditor);
  const file = project?.files().find(({ id }) => id === project.shownFile());
  return file ? `/${file.path}` : null;
}

function begin(text: string | null, doc: Text): CompiledLines | null {
  return text === null ? null : compareLines(textOf(text), doc);
}
