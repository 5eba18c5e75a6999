import { StateEffect, StateField, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  WidgetType,
} from '@codemirror/view';
import { entryPointsIn } from '#core/source/declarations.ts';
import { addEditorExtension } from '#ui/editor/editorExtensions.ts';

type TimeLabels = ReadonlyMap<string, string>;

/** Labels in the source editor, whether it exists already, is created later, or is replaced. */
export type ShownLabels = ReturnType<typeof openTimeLabels>;

interface Labelled {
  readonly labels: TimeLabels;
  readonly decorations: DecorationSet;
}

export const setTimeLabels = StateEffect.define<TimeLabels>();

class LabelWidget extends WidgetType {
  private readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: LabelWidget): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement('span');
    dom.className = 'cm-entry-point-time';
    dom.textContent = this.text;
    dom.title = 'Median GPU time in a frame';
    // Not part of the source; the Profile tab has the same times in a table.
    dom.setAttribute('aria-hidden', 'true');
    return dom;
  }

  override updateDOM(dom: HTMLElement): boolean {
    dom.textContent = this.text;
    return true;
  }

  /** Lets the editor put the cursor at the end of the line. */
  override ignoreEvent(): boolean {
    return false;
  }
}

/** Shows labels at the ends of the lines with entry point names. */
export function openTimeLabels() {
  let current: EditorView | null = null;
  let labels: TimeLabels = new Map();
  const watchView = ViewPlugin.define((view) => {
    current = view;
    return {
      destroy() {
        if (current === view) current = null;
      },
    };
  });
  const remove = addEditorExtension([labelsField(() => labels), watchView, appearance]);
  return {
    show(next: TimeLabels) {
      if (isSame(labels, next)) return;
      labels = next;
      current?.dispatch({ effects: setTimeLabels.of(next) });
    },
    dispose: remove,
  };
}

function isSame(one: TimeLabels, other: TimeLabels): boolean {
  return one.size === other.size && [...one].every(([name, text]) => other.get(name) === text);
}

/** @param first the labels of a new editor */
export function labelsField(first: () => TimeLabels): StateField<Labelled> {
  return StateField.define<Labelled>({
    create: ({ doc }) => labelled(doc, first()),
    update(shown, { effects, changes, state }) {
      const newest = effects.findLast((effect) => effect.is(setTimeLabels));
      if (newest) return labelled(state.doc, newest.value);
      if (changes.empty) return shown;
      return { ...shown, decorations: shown.decorations.map(changes) };
    },
    provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
  });
}

function labelled(doc: Text, labels: TimeLabels): Labelled {
  if (labels.size === 0) return { labels, decorations: Decoration.none };
  const widgets = [...entryPointsIn(doc.toString())].flatMap(([name, { from }]) => {
    const text = labels.get(name);
    if (text === undefined) return [];
    return [
      Decoration.widget({ widget: new LabelWidget(text), side: 1 }).range(doc.lineAt(from).to),
    ];
  });
  return { labels, decorations: Decoration.set(widgets, true) };
}

const appearance = EditorView.theme({
  '.cm-entry-point-time': {
    marginLeft: '2.5ch',
    color: 'var(--text-faint)',
    fontSize: '0.9em',
    userSelect: 'none',
    cursor: 'text',
  },
});
