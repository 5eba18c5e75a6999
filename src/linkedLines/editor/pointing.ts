import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, ViewPlugin } from '@codemirror/view';
import { GO_TO_LINKED } from '#shared/shortcuts.ts';

/** What a person does in an editor. Lines are one-based, those of its text. */
export interface PointingEvents {
  /** Null if the pointer has left the text. */
  onHover(line: number | null): void;
  onCursor(line: number): void;
  onEdit(): void;
  /** Asks for what belongs to the line. */
  onGo(line: number): void;
  /** Null when the view is gone. */
  onView(view: EditorView | null): void;
}

export interface PointingOptions extends PointingEvents {
  /** Whether a click on a line number, or with Ctrl or Cmd, goes to what belongs to the line. */
  readonly clicksGo: boolean;
}

/** Reports pointer, cursor and key of an editor. */
export function pointing(options: PointingOptions): Extension {
  const { onHover, onCursor, onEdit, onGo, onView, clicksGo } = options;
  const goFromCursor = ({ state }: EditorView) => {
    onGo(state.doc.lineAt(state.selection.main.head).number);
    return true;
  };
  return [
    hovering(onHover),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) onEdit();
      else if (selectionSet) onCursor(state.doc.lineAt(state.selection.main.head).number);
    }),
    ViewPlugin.define((view) => {
      onView(view);
      return { destroy: () => onView(null) };
    }),
    keymap.of(GO_TO_LINKED.keys.map((key) => ({ key, run: goFromCursor, preventDefault: true }))),
    clicksGo ? clicks(onGo) : [],
  ];
}

/** Reports the line under the pointer when the pointer has moved there, without reading any layout. */
function hovering(onHover: PointingEvents['onHover']): Extension {
  let known: Element | null = null;
  let place = '';
  return EditorView.domEventHandlers({
    mousemove({ target, buttons, clientX, clientY }, view) {
      const now = `${clientX},${clientY}`;
      const line = target instanceof Element ? target.closest('.cm-line') : null;
      // Browsers also report that the text has moved below a pointer that rests.
      const hasMoved = now !== place;
      place = now;
      if (!line || !hasMoved || line === known || buttons !== 0) return;
      known = line;
      if (view.contentDOM.contains(line)) {
        onHover(view.state.doc.lineAt(view.posAtDOM(line)).number);
      }
    },
    mouseleave() {
      [known, place] = [null, ''];
      onHover(null);
    },
  });
}

function clicks(onGo: (line: number) => void): Extension {
  const goTo = ({ state }: EditorView, position: number) => {
    onGo(state.doc.lineAt(position).number);
    return true;
  };
  return [
    lineNumbers({ domEventHandlers: { click: (view, { from }) => goTo(view, from) } }),
    // Behind the definitions of ids.
    Prec.low(
      EditorView.domEventHandlers({
        mousedown(event, view) {
          const isJump = event.button === 0 && (event.ctrlKey || event.metaKey) && !event.altKey;
          const at = isJump ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
          return at !== null && goTo(view, at);
        },
      }),
    ),
    EditorView.theme({
      '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
      '.cm-lineNumbers .cm-gutterElement:hover': { color: 'var(--accent)' },
    }),
  ];
}
