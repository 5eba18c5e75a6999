import { defaultKeymap } from '@codemirror/commands';
import { highlightSelectionMatches, search } from '@codemirror/search';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  type Panel,
  showPanel,
} from '@codemirror/view';
import { slangLanguage } from '#ui/editor/grammars/slang.ts';
import { hiddenCharacters } from '#ui/editor/hiddenCharacters.ts';
import { searchAndLineKeys } from '#ui/editor/searchKeys.ts';
import { codeTheme } from '#ui/editor/theme.ts';
import { appearance } from './appearance.ts';

/** A read-only text below the user's source. */
interface PeekedText {
  readonly title: string;
  readonly text: string;
}

const setPeek = StateEffect.define<PeekedText | null>();

interface PeekPanel extends Panel {
  readonly content: EditorView;
}

const peekField = StateField.define<PeekedText | null>({
  create: () => null,
  update(peeked, { effects }) {
    const newest = effects.findLast((effect) => effect.is(setPeek));
    return newest ? newest.value : peeked;
  },
  provide: (field) =>
    showPanel.from(field, (peeked) => peeked && ((view) => createPanel(view, peeked))),
});

const views = new WeakMap<EditorView, EditorView>();

export const peek: Extension = [peekField, appearance];

/**
 * Shows the text in place of the previous one, and returns its view, focused. Works without code
 * assistance.
 */
export function openPeek(view: EditorView, peeked: PeekedText): EditorView | null {
  if (view.state.field(peekField, false) === undefined) {
    view.dispatch({ effects: StateEffect.appendConfig.of(peek) });
  }
  const shown = view.state.field(peekField);
  if (shown?.title !== peeked.title) {
    // The panel makes the editor smaller: keep the cursor's line visible.
    const cursor = EditorView.scrollIntoView(view.state.selection.main.head);
    view.dispatch({ effects: [setPeek.of(peeked), cursor] });
  }
  const content = views.get(view) ?? null;
  content?.focus();
  return content;
}

/** Returns false if no text was open. */
function closePeek(view: EditorView): boolean {
  if (view.state.field(peekField) === null) return false;
  view.dispatch({ effects: setPeek.of(null) });
  view.focus();
  return true;
}

function createPanel(view: EditorView, { title, text }: PeekedText): PeekPanel {
  const dom = document.createElement('section');
  dom.className = 'cm-peek';
  dom.setAttribute('aria-label', `Definition in ${title}`);
  const content = new EditorView({
    parent: dom,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': title, 'aria-readonly': 'true' }),
        keymap.of([
          ...searchAndLineKeys,
          { key: 'Escape', run: () => closePeek(view) },
          ...defaultKeymap,
        ]),
        slangLanguage,
        hiddenCharacters,
        codeTheme,
      ],
    }),
  });
  dom.prepend(createHeader(title, () => closePeek(view)));
  views.set(view, content);
  return {
    dom,
    content,
    destroy() {
      if (views.get(view) === content) views.delete(view);
      content.destroy();
    },
  };
}

function createHeader(title: string, onClose: () => void): HTMLElement {
  const header = document.createElement('header');
  const name = document.createElement('span');
  name.textContent = `${title} · read-only`;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '×';
  close.title = 'Close (Escape)';
  close.setAttribute('aria-label', 'Close definition');
  close.onclick = onClose;
  header.append(name, close);
  return header;
}
