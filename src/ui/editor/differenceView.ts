import { defaultKeymap } from '@codemirror/commands';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { Dispose } from '#core/util/disposer.ts';
import { fewMarks } from '#core/util/marks.ts';
import { slangLanguage } from './grammars/slang.ts';
import { hiddenCharacters } from './hiddenCharacters.ts';
import { denseText } from './readOnlyCode.ts';
import { codeTheme } from './theme.ts';

interface DifferenceViewOptions {
  readonly parent: HTMLElement;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Time limit for the exact comparison (ms); after it, a coarser one is used. */
const DIFFERENCE_TIME = 500;

/** Visible unchanged lines around a change; the other lines are folded. */
const MARGIN = 3;

const appearance = EditorView.theme({
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--added)' },
  '&.cm-merge-b .cm-changedText': { background: 'var(--added-strong)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--added-strong)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--removed)', paddingLeft: '6px' },
  '&.cm-merge-b .cm-deletedText, .cm-deletedChunk .cm-deletedText': {
    background: 'var(--removed-strong)',
  },
  '.cm-deletedLineGutter': { background: 'var(--removed-strong)' },
  '.cm-deletedChunk .cm-deletedLine, .cm-deletedChunk del': { textDecoration: 'none' },
  '.cm-collapsedLines': {
    background: 'var(--surface-raised)',
    color: 'var(--text-quiet)',
    padding: '4px 12px',
  },
  '@media (forced-colors: active)': {
    '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { textDecoration: 'underline' },
    '.cm-deletedChunk .cm-deletedLine': { textDecoration: 'line-through !important' },
  },
  // Few fonts have the default marks.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋯"' },
});

const FOLDED = '.cm-collapsedLines';

/** A click unfolds lines. Making them buttons lets the keyboard do the same. */
const foldedByKeyboard = [
  EditorView.updateListener.of(({ view }) => nameFolded(view)),
  EditorView.domEventHandlers({
    keydown(event, view) {
      const { target, key } = event;
      const isFolded = target instanceof HTMLElement && target.matches(FOLDED);
      if (!isFolded || (key !== 'Enter' && key !== ' ')) return false;
      target.click();
      view.focus();
      return true;
    },
  }),
];

function nameFolded(view: EditorView): void {
  for (const folded of view.contentDOM.querySelectorAll<HTMLElement>(FOLDED)) {
    folded.tabIndex = 0;
    folded.role = 'button';
    folded.title = 'Show these lines';
  }
}

/** A read-only, single-column view of the differences between two Slang texts. */
export function createDifferenceView(options: DifferenceViewOptions): Dispose {
  const { parent, label, before, after } = options;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: fewMarks(after),
      extensions: [
        lineNumbers(),
        hiddenCharacters,
        keymap.of(defaultKeymap),
        EditorState.readOnly.of(true),
        slangLanguage,
        codeTheme,
        unifiedMergeView({
          // The view draws removed text in full, not only its visible part.
          original: fewMarks(before),
          mergeControls: false,
          collapseUnchanged: { margin: MARGIN, minSize: 2 * MARGIN },
          diffConfig: { scanLimit: 5000, timeout: DIFFERENCE_TIME },
        }),
        denseText,
        appearance,
        foldedByKeyboard,
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-readonly': 'true',
          tabindex: '0',
        }),
      ],
    }),
  });
  nameFolded(view);
  return () => view.destroy();
}
