import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, ViewPlugin } from '@codemirror/view';
import { GO_TO_LINKED } from '#ui/shortcuts.ts';

/** User actions in an editor. Lines are one-based, columns zero-based, in the editor's text. */
interface PointingEvents {
  /** The line is null when the pointer has left the text. */
  onHover(line: number | null, column: number | null): void;
  onCursor(line: number, column: number): void;
  onEdit(): void;
  onGo(line: number, column: number): void;
  /** Null when the view is destroyed. */
  onView(view: EditorView | null): void;
}

interface PointingOptions extends PointingEvents {
  /** Whether clicking a line number, or Ctrl- or Cmd-clicking, goes to the linked lines. */
  readonly clicksGo: boolean;
}

/** Reports the pointer, the cursor and the key for going to linked lines. */
export function pointing(options: PointingOptions): Extension {
  const { onHover, onCursor, onEdit, onGo, onView, clicksGo } = options;
  const goFromCursor = ({ state }: EditorView) => {
    onGo(...placeAt(state, state.selection.main.head));
    return true;
  };
  return [
    hovering(onHover),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) onEdit();
      else if (selectionSet) onCursor(...placeAt(state, state.selection.main.head));
    }),
    ViewPlugin.define((view) => {
      onView(view);
      return { destroy: () => onView(null) };
    }),
    keymap.of(GO_TO_LINKED.keys.map((key) => ({ key, run: goFromCursor, preventDefault: true }))),
    clicksGo ? clicks(onGo) : [],
  ];
}

function placeAt({ doc }: EditorState, position: number): [line: number, column: number] {
  const { number, from } = doc.lineAt(position);
  return [number, position - from];
}

/**
 * Reports the line under the pointer when the pointer moves. A line's full row counts, including
 * the gutters. Over the text, this reads no layout: the column is where the element under the
 * pointer starts, which is a token or a part of the line.
 */
function hovering(onHover: PointingEvents['onHover']): Extension {
  let known: Element | null = null;
  let place = '';
  const leave = () => {
    [known, place] = [null, ''];
    onHover(null, null);
  };
  const move = ({ target, buttons, clientX, clientY }: MouseEvent, view: EditorView) => {
    const now = `${clientX},${clientY}`;
    // Browsers also fire this when the text moves under a resting pointer.
    const hasMoved = now !== place;
    place = now;
    if (!(target instanceof Element) || !hasMoved || target === known || buttons !== 0) return;
    const line = target.closest('.cm-line');
    if (line && view.contentDOM.contains(line)) {
      const [number, column] = placeAt(view.state, view.posAtDOM(target));
      known = target;
      onHover(number, target === line ? null : column);
    } else if (target.closest('.cm-gutters')) {
      known = target;
      const { from } = view.lineBlockAtHeight(clientY - view.documentTop);
      onHover(view.state.doc.lineAt(from).number, null);
    }
  };
  return ViewPlugin.define((view) => {
    const { scrollDOM } = view;
    const onMove = (event: MouseEvent) => move(event, view);
    scrollDOM.addEventListener('mousemove', onMove);
    scrollDOM.addEventListener('mouseleave', leave);
    return {
      destroy() {
        scrollDOM.removeEventListener('mousemove', onMove);
        scrollDOM.removeEventListener('mouseleave', leave);
      },
    };
  });
}

function clicks(onGo: PointingEvents['onGo']): Extension {
  const goTo = ({ state }: EditorView, position: number) => {
    onGo(...placeAt(state, position));
    return true;
  };
  return [
    lineNumbers({ domEventHandlers: { click: (view, { from }) => goTo(view, from) } }),
    // Definitions of identifiers take precedence.
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
