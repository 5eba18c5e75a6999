import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { fileStem } from '#core/project/projectName.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { createPictureReader, type Pixels } from '#engine/gpu/replay/pictureReader.ts';
import { createPngEncoder, type PngEncoder } from '#engine/png/pngEncoder.ts';
import type { Film } from '#tools/capture/film/film.tsx';
import { NOTHING_RUNS } from '#tools/capture/frames/frameSource.ts';
import type { SizeLimits } from '#tools/capture/frames/pictureSize.ts';
import { frameInSight, type Sight } from '#tools/capture/frames/sight.ts';
import { chooseArchive } from '#tools/capture/picture/archive.ts';
import { type PictureChoices, planPicture } from '#tools/capture/picture/choices.ts';
import { pictureInSight } from '#tools/capture/picture/drawPicture.ts';
import { FramesField, ProjectField, Row, SizeField } from '#tools/capture/picture/fields.tsx';
import styles from '#tools/capture/picture/PictureDialog.module.css';
import { createPictureWork } from '#tools/capture/picture/pictureWork.ts';
import {
  type FrameCount,
  fractionOf,
  INITIAL_PICTURE_STATE,
  type PictureProgress,
  type PictureState,
  progressText,
} from '#tools/capture/picture/state.ts';
import type { PictureFiles } from '#tools/capture/picture/work.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { Select } from '#ui/Select.tsx';
import { saveFile } from '#ui/saveFile.ts';
import { Tooltip } from '#ui/Tooltip.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { createPlaybackHold } from '#workspace/runs/playbackHold.ts';
import { nameOf } from '#workspace/sources/nameOf.ts';
import dialog from './dialog.module.css';
import { MAX_BYTES_IN_MEMORY, writesToDisk } from './savePicker.ts';
import { TextField } from './TextField.tsx';

interface Capture extends LoadedTool {
  readonly session: CaptureSession;
}

export function createCapture(context: ToolContext): Capture {
  const session = createCaptureSession(context);
  return { session, parts: { 'picture bar': () => <CapturePanel session={session} /> } };
}

interface CapturePanelProps {
  readonly session: CaptureSession;
}

function CapturePanel({ session }: CapturePanelProps) {
  const { notice, film } = useStore(session.store);
  const opener = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    opener.current = document.querySelector('[role="toolbar"] [aria-label="Save"]');
  });
  return (
    <>
      <Part name="“Save picture”" onClose={session.picture.close}>
        <PictureDialog session={session.picture} opener={opener} />
      </Part>
      {film && (
        <Part name="“Save film”" onClose={film.session.close}>
          <film.Panel session={film.session} opener={opener} />
        </Part>
      )}
      <Tooltip notice={notice} anchor={opener} onHide={session.dismissNotice} />
    </>
  );
}

type CaptureAction = 'picture' | 'film' | 'copy';

interface CaptureState {
  /** Result of an action that has no dialog; a new object each time. */
  readonly notice: { readonly text: string } | null;
  /** Loaded on first use. */
  readonly film: Film | null;
}

type CaptureSession = ReturnType<typeof createCaptureSession>;

function createCaptureSession(context: ToolContext) {
  const store = createStore<CaptureState>(() => ({ notice: null, film: null }));
  const encoder = createPngEncoder();
  const picture = createPictureSession(context, encoder, { save: saveFile, chooseArchive });
  const tell = (text: string) => store.setState({ notice: { text } });
  const copy = async () => {
    const copied = await copyPicture(context, encoder, browserClipboard());
    tell(copied.ok ? copied.value : copied.error);
  };
  const openFilm = async () => {
    try {
      const { createFilm } = await import('#tools/capture/film/film.tsx');
      const film = store.getState().film ?? createFilm(context);
      store.setState({ film });
      film.session.open();
    } catch (thrown) {
      tell(`“Save film” could not be loaded: ${messageOf(thrown)} Reload the page to try again.`);
    }
  };
  return {
    store,
    picture,
    /** Call this in the event handler of a press: the clipboard requires a user gesture. */
    start(action: CaptureAction) {
      switch (action) {
        case 'copy':
          void copy();
          break;
        case 'picture':
          void leaveFullScreen().then(picture.open);
          break;
        case 'film':
          void leaveFullScreen().then(openFilm);
          break;
        default:
          assertNever(action);
      }
    },
    dismissNotice: () => store.setState({ notice: null }),
    dispose() {
      picture.dispose();
      void store.getState().film?.session.dispose();
      encoder.dispose();
    },
  };
}

/** Full screen hides dialogs. Resolves once the picture has its new size. Never rejects. */
async function leaveFullScreen(): Promise<void> {
  if (!document.fullscreenElement) return;
  await document.exitFullscreen().catch(() => {});
  await nextPaint();
  await nextPaint();
}

function nextPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** The part of the clipboard API that is used here. */
interface PictureClipboard {
  /** Resolves once the picture is on the clipboard. */
  write(png: Promise<Blob>): Promise<void>;
}

const USE_SAVE = 'Use “Save picture…” instead.';
const NO_CLIPBOARD = `This browser cannot copy pictures. ${USE_SAVE}`;
const BLOCKED = `Your browser blocked the copy. Allow it, or use “Save picture…”.`;

/** The browser's clipboard; null if it does not accept pictures. */
function browserClipboard(): PictureClipboard | null {
  // Insecure contexts lack both.
  const { clipboard } = navigator as Partial<Pick<Navigator, 'clipboard'>>;
  if (!clipboard?.write || typeof ClipboardItem === 'undefined') return null;
  return {
    // WebKit drops the user gesture at the first `await`, but accepts a promise of the picture.
    write: (png) => clipboard.write([new ClipboardItem({ 'image/png': png })]),
  };
}

/**
 * Copies the visible frame to the clipboard, opaque as on the canvas. Call this in the event
 * handler of a press. Fails with a sentence.
 */
async function copyPicture(
  { observers }: Pick<ToolContext, 'observers'>,
  encoder: PngEncoder,
  clipboard: PictureClipboard | null,
): Promise<Result<string>> {
  if (!clipboard) return fail(NO_CLIPBOARD);
  const sight = frameInSight(observers);
  if (!sight) return fail(NOTHING_RUNS);
  const { signal } = new AbortController();
  const onProgress = () => {};
  const png = pictureInSight({ sight, keepsAlpha: false, text: null, signal, encoder, onProgress });
  try {
    await clipboard.write(png);
    return ok('Picture copied to clipboard.');
  } catch {
    // `write` also rejects if encoding the picture failed.
    return fail(await png.then(() => BLOCKED, messageOf));
  }
}

interface PictureDialogProps {
  readonly session: PictureSession;
  /** Receives the focus when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

function PictureDialog({ session, opener }: PictureDialogProps) {
  const isOpen = useStore(session.store, (state) => state.isOpen);
  return (
    <Dialog title="Save picture" fitted open={isOpen} onClose={session.close} opener={opener}>
      <div className={`${dialog['content']} ${styles['content']}`}>
        <Content session={session} />
      </div>
    </Dialog>
  );
}

function Content({ session }: Pick<PictureDialogProps, 'session'>) {
  const activity = useStore(session.store, (state) => state.activity);
  switch (activity.kind) {
    case 'choosing':
      return <PictureForm session={session} saved={null} />;
    case 'saved':
      return <PictureForm session={session} saved={activity.text} />;
    case 'working':
      return <Working session={session} progress={activity.progress} frames={activity.frames} />;
    case 'stopped':
      return <Stopped session={session} reason={activity.reason} frames={activity.frames} />;
    default:
      return assertNever(activity);
  }
}

interface WorkingProps extends Pick<PictureDialogProps, 'session'> {
  readonly progress: PictureProgress;
  readonly frames: FrameCount;
}

function Working({ session, progress, frames }: WorkingProps) {
  const hint = frames.of === 1 ? 'Stop here' : 'Stop here; the frames that are done can be saved';
  return (
    <>
      <p className={dialog['figures']}>{progressText(progress, frames)}</p>
      <div className={dialog['row']}>
        <ProgressBar label="Saving" fraction={fractionOf(progress, frames)} />
      </div>
      <DialogFoot>
        <Button hint={hint} onClick={session.cancel}>
          Cancel
        </Button>
      </DialogFoot>
    </>
  );
}

interface StoppedProps extends Pick<PictureDialogProps, 'session'> {
  readonly reason: string;
  readonly frames: FrameCount;
}

function Stopped({ session, reason, frames: { done, of } }: StoppedProps) {
  return (
    <>
      <p role="alert" className={dialog['figures']}>
        {`${reason} ${done} of ${of} frames are done.`}
      </p>
      <DialogFoot>
        <Button kind="primary" onClick={() => void session.saveDone()}>
          {`Save the ${done === 1 ? 'frame that is' : `${done} frames that are`} done`}
        </Button>
        <Button onClick={() => void session.discard()}>Discard</Button>
      </DialogFoot>
    </>
  );
}

interface PictureFormProps {
  readonly session: PictureSession;
  /** What was saved last, as a sentence; null if nothing was. */
  readonly saved: string | null;
}

function PictureForm({ session, saved }: PictureFormProps) {
  const { choices, limits, preview, problem } = useStore(session.store);
  const isRange = choices.frames === 'range';
  return (
    <form
      className={dialog['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void session.save();
      }}
    >
      {preview && <Preview pixels={preview} />}
      <FramesField choices={choices} onChange={session.choose} />
      <SizeField size={choices.size} limits={limits} onChange={session.choose} />
      <Row name="Transparency">
        <Select
          label="Transparency"
          value={choices.keepsAlpha ? 'alpha' : 'opaque'}
          options={[
            { value: 'opaque', text: 'Opaque as shown' },
            { value: 'alpha', text: 'With alpha' },
          ]}
          onChange={(value) => session.choose({ keepsAlpha: value === 'alpha' })}
        />
      </Row>
      <Row name="File name">
        <TextField
          label="File name"
          value={choices.name}
          kind="text"
          onChange={(name) => session.choose({ name })}
        />
        {isRange ? '.zip' : '.png'}
      </Row>
      <ProjectField choices={choices} onChange={session.choose} />
      {isRange && !writesToDisk() && (
        <p className={styles['quiet']}>
          {`This browser keeps the zip in memory, up to ${MAX_BYTES_IN_MEMORY / 2 ** 20} MB.`}
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={dialog['problem']}>
          {problem}
        </p>
      )}
      {saved !== null && problem === null && <p role="status">{saved}</p>}
      <DialogFoot>
        <Button
          kind="primary"
          disabled={limits === null}
          hint={
            isRange ? 'Save each frame of the range as a PNG file, in a zip' : 'Save a PNG file'
          }
          onClick={() => void session.save()}
        >
          {isRange ? 'Save frames' : 'Save picture'}
        </Button>
      </DialogFoot>
    </form>
  );
}

function Preview({ pixels }: { readonly pixels: Pixels }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, bytes } = pixels;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    context?.putImageData(new ImageData(bytes, width, height), 0, 0);
  }, [bytes, width, height]);
  return (
    <canvas
      ref={canvas}
      className={styles['preview']}
      role="img"
      aria-label="The current frame"
      width={width}
      height={height}
    />
  );
}

/** The “Save picture” dialog. Pauses playback while it is open. */
export type PictureSession = ReturnType<typeof createPictureSession>;

export function createPictureSession(
  context: ToolContext,
  encoder: PngEncoder,
  files: PictureFiles,
) {
  const { workspace, observers } = context;
  const store = createStore<PictureState>(() => INITIAL_PICTURE_STATE);
  const work = createPictureWork({ context, encoder, store, files });
  const playback = createPlaybackHold(workspace);
  /** The visible frame when the dialog was opened; null while it is closed. */
  let previewed: Sight | null = null;
  const problem = (text: string) => store.setState({ problem: text });
  return {
    store,
    open() {
      playback.hold();
      const sight = frameInSight(observers);
      store.setState((state) => opened(state, sight, context));
      previewed = sight;
      if (sight) void showPreview(store, sight, () => previewed === sight);
    },
    /** While saving, the first call only cancels. Otherwise, closes and discards unsaved frames. */
    close() {
      if (store.getState().activity.kind === 'working') return work.cancel();
      void work.drop();
      previewed = null;
      store.setState({ ...INITIAL_PICTURE_STATE, choices: store.getState().choices });
      playback.release();
    },
    choose(part: Partial<PictureChoices>) {
      const { choices } = store.getState();
      const next = { ...choices, ...part };
      // Until the user edits the suggested name, it follows the other choices.
      const name =
        choices.name === suggestedName(context, choices)
          ? suggestedName(context, next)
          : choices.name;
      store.setState({ choices: { ...next, name: part.name ?? name }, problem: null });
    },
    /** Call this in the event handler of a press, because it may ask for a file. */
    async save() {
      const sight = frameInSight(observers);
      const { choices } = store.getState();
      if (!sight) return problem(NOTHING_RUNS);
      const limits = limitsOf(sight);
      store.setState({ limits });
      const plan = planPicture(choices, limits);
      if (!plan.ok) return problem(plan.error);
      await work.save(plan.value, sight);
    },
    /** The user can then save the finished frames. */
    cancel: work.cancel,
    saveDone: work.saveDone,
    discard: work.drop,
    dispose: () => void work.drop(),
  };
}

/** Keeps the previous choices, except those that depend on the visible frame. */
function opened(state: PictureState, sight: Sight | null, context: ToolContext): PictureState {
  const frame = String(sight?.frame ?? 0);
  const choices: PictureChoices = { ...state.choices, frames: 'one', frame };
  return {
    ...INITIAL_PICTURE_STATE,
    isOpen: true,
    choices: { ...choices, name: suggestedName(context, choices) },
    limits: sight && limitsOf(sight),
    problem: sight ? null : NOTHING_RUNS,
  };
}

function limitsOf({ size, device }: Sight): SizeLimits {
  return { canvas: size, maxSide: device.limits.maxTextureDimension2D };
}

function suggestedName({ workspace }: ToolContext, { frames, frame }: PictureChoices): string {
  const name = fileStem(nameOf(workspace));
  return frames === 'one' ? `${name}-${frame}` : name;
}

/** Length of the longer side, in CSS pixels. */
const PREVIEW_SIDE = 240;

async function showPreview(
  store: StoreApi<PictureState>,
  sight: Sight,
  isWanted: () => boolean,
): Promise<void> {
  const { width, height } = sight.size;
  const scale = Math.min(1, PREVIEW_SIDE / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  try {
    const preview = await createPictureReader(sight.device).read(sight.picture, false, size);
    if (isWanted()) store.setState({ preview });
  } catch {
    // Saving reports the error.
  }
}
