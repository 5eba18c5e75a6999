import { Compartment, type EditorState, type Extension, type StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Disposer } from '#core/util/disposer.ts';
import type { EditedFile } from '#ui/editor/fileEdits.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';

type FileName = Pick<EditedFile, 'id' | 'path'>;

/**
 * Extensions that load late: the attributes' on the first use of the editor, the language server's
 * once the server is ready.
 *
 * @param onLoaded called each time some have loaded
 */
export function createLaterExtensions(
  language: LanguageService,
  disposer: Disposer,
  onLoaded: () => void,
) {
  const attributes = new Compartment();
  const assistance = new Compartment();
  let loadedAttributes: Extension = [];
  let assist: (path: string) => Extension = () => NONE;
  const loaded = () => {
    if (!disposer.disposed) onLoaded();
  };
  const addAttributes = once(async () => {
    ({ attributes: loadedAttributes } = await import('#ui/editor/attributes/attributes.ts'));
    loaded();
  });
  const addAssistance = once(async () => {
    const { assistance } = await import('#ui/editor/assistance/assistance.ts');
    assist = memoized((path) => assistance(language, path));
    loaded();
  });
  const firstUse = EditorView.domEventHandlers({
    focus() {
      language.wanted();
      addAttributes();
    },
    // Browsers send an event without movement when a page appears below the pointer.
    pointermove({ movementX, movementY }) {
      if (movementX !== 0 || movementY !== 0) addAttributes();
    },
  });
  return {
    of: ({ path }: FileName): Extension => [
      attributes.of(loadedAttributes),
      assistance.of(assist(path)),
      firstUse,
    ],
    missing(state: EditorState, { path }: FileName): readonly StateEffect<unknown>[] {
      const wanted = [
        { slot: attributes, extension: loadedAttributes },
        { slot: assistance, extension: assist(path) },
      ];
      return wanted.flatMap(({ slot, extension }) =>
        slot.get(state) === extension ? [] : slot.reconfigure(extension),
      );
    },
    start() {
      const look = () => {
        if (language.state().kind === 'ready') addAssistance();
      };
      disposer.add(language.subscribe(look));
      look();
    },
  };
}

const NONE: Extension = [];

/** Creates one extension per path, so that a state that already has it is left alone. */
function memoized(create: (path: string) => Extension): (path: string) => Extension {
  const known = new Map<string, Extension>();
  return (path) => {
    const extension = known.get(path) ?? create(path);
    known.set(path, extension);
    return extension;
  };
}

/** Calls `load` on the first call only. If that fails, the editor works without the code. */
function once(load: () => Promise<void>): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    load().catch((thrown: unknown) => reportError(thrown));
  };
}
