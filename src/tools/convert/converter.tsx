import { useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { MAIN_FILE_ID } from '#core/project/project.ts';
import {
  type Conversion,
  changeAddress,
  explainRefusal,
  type Foreign,
  type Form,
  findingsOf,
  recognize,
  type WantedForm,
} from '#core/source/convert/conversion.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createNewest } from '#core/util/newest.ts';
import { type ConvertAway, createConvertAway } from '#engine/convert/convertClient.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { PageNotice } from '#ui/notices.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import type { Workspace } from '#workspace/workspace.ts';

interface Converter extends LoadedTool {
  readonly session: ConvertSession;
}

export function createConverter({ workspace, requests }: ToolContext): Converter {
  const session = createConvertSession(workspace, async (path, file) => {
    return (await requests.putFile?.(path, file)) ?? false;
  });
  return { session, parts: { notices: () => <ConvertNotices session={session} /> } };
}

interface ConvertNoticesProps {
  readonly session: ConvertSession;
}

function ConvertNotices({ session }: ConvertNoticesProps) {
  const notice = useStore(session.store, (state) => state.notice);
  if (!notice) return null;
  return (
    <Notice id="convert" kind={kindOf(notice)} texts={[textOf(notice)]} onClose={session.dismiss}>
      <NoticeActions session={session} notice={notice} />
    </Notice>
  );
}

function kindOf(notice: ConvertNotice): PageNotice['kind'] {
  switch (notice.kind) {
    case 'offer':
    case 'converting':
      return 'question';
    case 'refused':
      return 'lasting';
    case 'converted':
      return notice.images.length + notice.notConverted.length > 0 ? 'lasting' : 'information';
    default:
      return assertNever(notice);
  }
}

interface NoticeActionsProps extends ConvertNoticesProps {
  readonly notice: ConvertNotice;
}

function NoticeActions({ session, notice }: NoticeActionsProps) {
  switch (notice.kind) {
    case 'offer':
      return (
        <>
          <Button onClick={() => void session.convert()}>Convert to Slang</Button>
          <Button onClick={session.dismiss}>Keep as it is</Button>
        </>
      );
    case 'converting':
      return <Button onClick={session.cancel}>Cancel</Button>;
    case 'converted':
      return (
        <>
          {notice.images.map((name) => (
            <ChooseImage
              key={name}
              session={session}
              name={name}
              text={notice.images.length > 1 ? `Choose image for ${name}…` : 'Choose image…'}
            />
          ))}
          {notice.other && (
            <Button onClick={() => void session.convertAgain()}>
              {notice.other.form === 'fragment' ? 'As a fragment shader' : 'As a compute shader'}
            </Button>
          )}
          {notice.notConverted.length > 0 && (
            <Button onClick={session.showFirst}>Show the first</Button>
          )}
        </>
      );
    case 'refused':
      return null;
    default:
      return assertNever(notice);
  }
}

interface ChooseImageProps extends ConvertNoticesProps {
  readonly name: string;
  readonly text: string;
}

function ChooseImage({ session, name, text }: ChooseImageProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Image for ${name}`}
        accept="image/*"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void session.chooseImage(name, file);
          // Lets the user choose the same file again.
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>{text}</Button>
    </>
  );
}

function textOf(notice: ConvertNotice): string {
  switch (notice.kind) {
    case 'offer':
      return `This is a ${FOREIGN[notice.foreign]}.`;
    case 'converting':
      return 'Converting to Slang…';
    case 'refused':
      return notice.reason;
    case 'converted':
      return `Converted to Slang. ${describePlaces(notice.notConverted.length)}`;
    default:
      return assertNever(notice);
  }
}

const FOREIGN: Readonly<Record<Foreign, string>> = {
  shadertoy: 'Shadertoy-style shader in GLSL',
  'glsl-fragment': 'fragment shader in GLSL',
  'hlsl-compute': 'compute shader in HLSL',
};

function describePlaces(count: number): string {
  if (count === 0) return 'Undo brings the original back.';
  const [places, each] = count === 1 ? ['One place', 'it'] : [`${count} places`, 'each'];
  return `${places} could not be converted; a comment above ${each} says what stands in for it.`;
}

/** The state of the open source's conversion; null if there is nothing to report. */
type ConvertNotice =
  | { readonly kind: 'offer'; readonly foreign: Foreign }
  /** Shown only if the conversion takes longer than `MOMENT`. */
  | { readonly kind: 'converting' }
  /** `reason` says in a sentence why the source cannot be converted. */
  | { readonly kind: 'refused'; readonly reason: string }
  | ({ readonly kind: 'converted'; readonly other: Other | null } & Pick<
      Conversion,
      'notConverted' | 'images'
    >);

/** Another form that the original, which the editor no longer has, can be converted to. */
interface Other {
  readonly form: Form;
  readonly original: string;
  readonly converted: string;
}

interface ConvertState {
  readonly notice: ConvertNotice | null;
}

type ConvertSession = ReturnType<typeof createConvertSession>;

/**
 * Stores a file in the project under a path. Returns whether it succeeded; if not, the file list
 * shows why.
 */
type PutImage = (path: string, file: File) => Promise<boolean>;

export type ConvertWorkspace = Pick<
  Workspace,
  'store' | 'sourceText' | 'editFiles' | 'onTextChange' | 'reveal' | 'run'
>;

/** Milliseconds before the notice reports an ongoing conversion. */
const MOMENT = 400;

/** Milliseconds to wait for the editor to apply an edit. */
const LONGEST_EDIT = 2000;

const EDITED = 'The source was edited while it was converted. Convert again.';
const EDITED_LATER =
  'The converted source was edited. Undo until the original is back, then convert it again.';
const NO_EDITOR = 'The editor did not take the converted source. Convert again.';

export function createConvertSession(
  workspace: ConvertWorkspace,
  putImage: PutImage,
  convertAway: ConvertAway = createConvertAway(),
) {
  const store = createStore<ConvertState>(() => ({ notice: null }));
  const tell = (notice: ConvertNotice | null) => store.setState({ notice });
  const opened = () => workspace.store.getState().opened;
  const running = createNewest();
  // When another source opens, the notice no longer applies.
  workspace.store.subscribe((state, before) => {
    if (state.opened === before.opened) return;
    running.end();
    tell(null);
  });
  const look = () => tell(adviseOn(workspace.sourceText()));
  const takeSource = async (change: TextChange, label: string, other: Other | null = null) => {
    const source = opened();
    const text = await editSource(workspace, change, label);
    if (opened() !== source) return;
    if (text === null) return tell({ kind: 'refused', reason: NO_EDITOR });
    tell({ kind: 'converted', ...findingsOf(text), other });
    // The button that was pressed is gone, so the focus moves to the editor.
    workspace.reveal({ line: 1, column: 1, length: 0 });
    await workspace.run();
  };
  /** Replaces the open source with the Slang version of the original, as one undo step. */
  const replace = async (original: string, form: WantedForm) => {
    const before = workspace.sourceText();
    const source = opened();
    // Hides the button: a second conversion would find the source changed by the first.
    tell(null);
    const signal = running.next();
    const timer = setTimeout(() => tell({ kind: 'converting' }), MOMENT);
    const result = await convertAway({ text: original, form }, signal);
    clearTimeout(timer);
    if (!result || opened() !== source) return;
    if (!result.ok) return tell({ kind: 'refused', reason: result.error });
    if (workspace.sourceText() !== before) return tell({ kind: 'refused', reason: EDITED });
    const { text: converted, otherForm } = result.value;
    const other = otherForm && { form: otherForm, original, converted };
    const all = { from: 0, to: before.length, insert: converted };
    await takeSource(all, 'Convert to Slang', other);
  };
  return {
    store,
    /** Offers to convert the open source if possible, or says why not. */
    look,
    /** Stops the conversion, and offers it again. */
    cancel() {
      running.end();
      look();
    },
    /** Replaces the open source with its Slang version as one undo step, and runs it. */
    convert: () => replace(workspace.sourceText(), 'auto'),
    /** Does the same with the original of the converted source and its other form. */
    async convertAgain() {
      const { notice } = store.getState();
      if (notice?.kind !== 'converted' || !notice.other) return;
      const { original, form, converted } = notice.other;
      if (workspace.sourceText() === converted) await replace(original, form);
      else tell({ kind: 'refused', reason: EDITED_LATER });
    },
    /**
     * Adds a file to the project as the content of an image of the converted source, and runs it.
     */
    async chooseImage(name: string, file: File) {
      const source = opened();
      const path = `${name}${/\.\w+$/.exec(file.name)?.[0].toLowerCase() ?? ''}`;
      if (!(await putImage(path, file)) || opened() !== source) return;
      const changed = changeAddress(workspace.sourceText(), name, path);
      if (changed) await takeSource(changed, 'Choose image');
      else tell({ kind: 'refused', reason: noImage(name, path) });
    },
    showFirst() {
      const { notice } = store.getState();
      const line = notice?.kind === 'converted' ? notice.notConverted[0]?.line : undefined;
      if (line !== undefined) workspace.reveal({ line, column: 1, length: 0 });
    },
    dismiss: () => tell(null),
  };
}

function adviseOn(text: string): ConvertNotice | null {
  const foreign = recognize(text);
  if (foreign) return { kind: 'offer', foreign };
  const reason = explainRefusal(text);
  return reason === null ? null : { kind: 'refused', reason };
}

interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

function noImage(name: string, path: string): string {
  return `The source no longer declares an image “${name}”. Name ${path} in its URL.`;
}

/** Resolves with the text once the editor has applied the change; null if it does not. */
function editSource(
  { sourceText, editFiles, onTextChange }: ConvertWorkspace,
  change: TextChange,
  label: string,
): Promise<string | null> {
  const before = sourceText();
  const text = before.slice(0, change.from) + change.insert + before.slice(change.to);
  return new Promise((resolve) => {
    const end = (taken: string | null) => {
      clearTimeout(timer);
      remove();
      resolve(taken);
    };
    const remove = onTextChange(() => {
      if (sourceText() === text) end(text);
    });
    const timer = setTimeout(() => end(null), LONGEST_EDIT);
    editFiles({ files: [{ id: MAIN_FILE_ID, changes: [change] }], label });
  });
}
