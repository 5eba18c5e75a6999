import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NotConverted } from '#convert/conversion.ts';
import { type ConvertAway, createConvertAway } from '#convert/convertClient.ts';
import { explainRefusal, type Foreign, recognize } from '#convert/recognize.ts';
import { MAIN_FILE_ID } from '#shared/mainFile.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What there is to say of the open source; null if nothing. */
export type ConvertNotice =
  | { readonly kind: 'offer'; readonly foreign: Foreign }
  /** Only if it takes longer than a moment. */
  | { readonly kind: 'converting' }
  /** Why it cannot be converted, as a sentence. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'converted'; readonly notConverted: readonly NotConverted[] };

export interface ConvertState {
  readonly notice: ConvertNotice | null;
}

export interface ConvertSession {
  readonly store: StoreApi<ConvertState>;
  /** Offers to convert the open source, if that is possible, or says why it is not. */
  look(): void;
  /** Puts the open source in Slang in its place, in one step that can be undone, and runs it. */
  convert(): Promise<void>;
  /** Ends a conversion, and offers it again. */
  cancel(): void;
  /** Shows the first place that is not converted. */
  showFirst(): void;
  dismiss(): void;
}

export type ConvertWorkspace = Pick<
  Workspace,
  'store' | 'sourceText' | 'editFiles' | 'onTextChange' | 'reveal' | 'run'
>;

/** Milliseconds of a conversion before the notice says that it goes on. */
const MOMENT = 400;

/** Milliseconds that the editor may take for an edit. */
const LONGEST_EDIT = 2000;

const EDITED = 'The source was edited while it was converted. Convert again.';
const NO_EDITOR = 'The editor did not take the converted source. Convert again.';

export function createConvertSession(
  workspace: ConvertWorkspace,
  convertAway: ConvertAway = createConvertAway(),
): ConvertSession {
  const store = createStore<ConvertState>(() => ({ notice: null }));
  const tell = (notice: ConvertNotice | null) => store.setState({ notice });
  const opened = () => workspace.store.getState().opened;
  let running: AbortController | null = null;
  // Another source is open: nothing that was said is about it.
  workspace.store.subscribe((state, before) => {
    if (state.opened === before.opened) return;
    running?.abort();
    tell(null);
  });
  const look = () => {
    const text = workspace.sourceText();
    const foreign = recognize(text);
    const reason = foreign ? null : explainRefusal(text);
    if (foreign) tell({ kind: 'offer', foreign });
    else if (reason !== null) tell({ kind: 'refused', reason });
  };
  return {
    store,
    look,
    cancel() {
      running?.abort();
      look();
    },
    async convert() {
      const original = workspace.sourceText();
      const source = opened();
      // A second press would find the source changed by the first.
      tell(null);
      running?.abort();
      const own = new AbortController();
      running = own;
      const timer = setTimeout(() => tell({ kind: 'converting' }), MOMENT);
      const converted = await convertAway(original, own.signal);
      clearTimeout(timer);
      if (!converted || opened() !== source) return;
      if (!converted.ok) return tell({ kind: 'refused', reason: converted.error });
      if (workspace.sourceText() !== original) return tell({ kind: 'refused', reason: EDITED });
      const { text, notConverted } = converted.value;
      const isThere = await replaceSource(workspace, text);
      if (opened() !== source) return;
      if (!isThere) return tell({ kind: 'refused', reason: NO_EDITOR });
      tell({ kind: 'converted', notConverted });
      // The button that was pressed is gone: the editor takes the focus.
      workspace.reveal({ line: 1, column: 1, length: 0 });
      await workspace.run();
    },
    showFirst() {
      const { notice } = store.getState();
      const line = notice?.kind === 'converted' ? notice.notConverted[0]?.line : undefined;
      if (line !== undefined) workspace.reveal({ line, column: 1, length: 0 });
    },
    dismiss: () => tell(null),
  };
}

/** Whether the editor has taken the text. */
function replaceSource(
  { sourceText, editFiles, onTextChange }: ConvertWorkspace,
  text: string,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      remove();
      resolve(isThere);
    };
    const remove = onTextChange(() => {
      if (sourceText() === text) end(true);
    });
    const timer = setTimeout(() => end(false), LONGEST_EDIT);
    const changes = [{ from: 0, to: sourceText().length, insert: text }];
    editFiles({ files: [{ id: MAIN_FILE_ID, changes }], label: 'Convert to Slang' });
  });
}
