import type { PausedFrame } from '#core/project/runView.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest, type Newest } from '#core/util/newest.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { PngEncoder } from '#engine/png/pngEncoder.ts';
import type { PngText } from '#engine/png/pngWriter.ts';
import {
  createFrameSource,
  type FrameContext,
  fixedStep,
} from '#tools/capture/frames/frameSource.ts';
import { framesText, sizeText } from '#tools/capture/frames/pictureSize.ts';
import type { Sight } from '#tools/capture/frames/sight.ts';
import type { Archive } from './archive.ts';
import type { PicturePlan } from './choices.ts';
import { drawPicture, type ReadStrips, writePng } from './drawPicture.ts';
import type { FrameCount, PictureProgress } from './state.ts';
import { createTurn, packProject, pngText, savedText, type Turn, type WorkParts } from './work.ts';

interface WorkState {
  readonly running: Newest;
  /** The user is being asked for a file. Browsers reject a second file picker at the same time. */
  isAsking: boolean;
  /** Open while frames are added, and until the finished frames are saved or discarded. */
  archive: Archive | null;
}

/**
 * Saves one picture or sequence at a time, and reports its progress to the store. Never rejects.
 */
export function createPictureWork(parts: WorkParts) {
  const { store } = parts;
  const state: WorkState = { running: createNewest(), isAsking: false, archive: null };
  const { running } = state;
  const begin = () => createTurn(parts, running.next());
  return {
    /** Does nothing while the user is being asked for a file. */
    async save(plan: PicturePlan, sight: Sight) {
      if (state.isAsking) return;
      await (plan.kind === 'picture'
        ? savePicture(parts, { ...plan, name: fileName(plan.name, '.png') }, sight, begin())
        : runSequence(parts, { ...plan, name: fileName(plan.name, '.zip') }, state, begin()));
    },
    /** Cancels saving. Finished frames are kept, to be saved or discarded. */
    cancel() {
      running.end();
      // A sequence updates the activity itself, to offer its finished frames.
      if (!state.archive) store.setState({ activity: { kind: 'choosing' } });
    },
    async saveDone() {
      const { activity } = store.getState();
      const { archive } = state;
      if (activity.kind !== 'stopped' || !archive) return;
      await finish(parts, state, archive, savedFramesText(activity.frames.done, archive));
    },
    /** Cancels saving, and discards the finished frames. */
    async drop() {
      running.end();
      store.setState({ activity: { kind: 'choosing' } });
      await discard(state);
    },
  };
}

async function runSequence(
  parts: WorkParts,
  plan: Extract<PicturePlan, { readonly kind: 'sequence' }>,
  state: WorkState,
  turn: Turn,
): Promise<void> {
  state.isAsking = true;
  const archive = await chooseFile(parts, plan.name, turn);
  state.isAsking = false;
  state.archive = archive;
  if (!archive || turn.signal.aborted) return discard(state);
  const end = await saveSequence(parts, plan, archive, turn);
  // The archive may have been discarded meanwhile.
  if (state.archive === archive) await endSequence(parts, state, archive, end);
}

/** Null if the user cancelled or the file cannot be written. */
async function chooseFile({ files }: WorkParts, name: string, turn: Turn): Promise<Archive | null> {
  try {
    return await files.chooseArchive(name);
  } catch (thrown) {
    turn.giveUp(`The file cannot be written: ${messageOf(thrown)} Choose another place.`);
    return null;
  }
}

async function endSequence(
  parts: WorkParts,
  state: WorkState,
  archive: Archive,
  end: SequenceEnd,
): Promise<void> {
  switch (end.kind) {
    case 'complete':
      return finish(parts, state, archive, end.text);
    case 'partial': {
      const { reason, frames } = end;
      parts.store.setState({ activity: { kind: 'stopped', reason, frames } });
      return undefined;
    }
    case 'empty':
      parts.store.setState({ activity: { kind: 'choosing' }, problem: end.reason });
      return discard(state);
    default:
      return assertNever(end);
  }
}

async function finish(
  { store }: WorkParts,
  state: WorkState,
  archive: Archive,
  text: string,
): Promise<void> {
  state.archive = null;
  try {
    await archive.finish();
    store.setState({ activity: { kind: 'saved', text }, problem: null });
  } catch (thrown) {
    const problem = `The file cannot be written: ${messageOf(thrown)} Save to another place.`;
    store.setState({ activity: { kind: 'choosing' }, problem });
  }
}

async function discard(state: WorkState): Promise<void> {
  const { archive } = state;
  state.archive = null;
  // If discarding fails, there is nothing to clean up.
  await archive?.discard().catch(() => {});
}

const ONE = { done: 0, of: 1 };

async function savePicture(
  parts: WorkParts,
  plan: Extract<PicturePlan, { readonly kind: 'picture' }>,
  sight: Sight,
  turn: Turn,
): Promise<void> {
  turn.show({ kind: 'working', progress: { kind: 'preparing' }, frames: ONE });
  try {
    const project = await packProject(parts, plan, pausedFrame(parts, plan.frame, sight));
    const file = await drawPicture(parts.context, {
      ...{ ...plan, sight, signal: turn.signal, encoder: parts.encoder, text: pngText(project) },
      onProgress: (progress) => turn.show({ kind: 'working', progress, frames: ONE }),
    });
    turn.signal.throwIfAborted();
    parts.files.save(new File([file], plan.name, { type: file.type }));
    const text = `Saved ${plan.name}: ${sizeText(plan.size)} pixels, ${fileSize(file)}.`;
    turn.show({ kind: 'saved', text: savedText(text, project) });
  } catch (thrown) {
    turn.giveUp(messageOf(thrown));
  }
}

/** The frame's state, as in a link that opens at this frame. */
function pausedFrame({ context }: WorkParts, number: number, sight: Sight): PausedFrame {
  const time = number === sight.frame ? sight.time : fixedStep(number);
  return { number, time, inputs: context.workspace.inputsUpTo(number) ?? [] };
}

function fileSize({ size }: Blob): string {
  return size < 1e6 ? `${Math.ceil(size / 1000)} kB` : `${(size / 1e6).toFixed(1)} MB`;
}

/** How a sequence ended. Its archive is still open. */
type SequenceEnd =
  | { readonly kind: 'complete'; readonly text: string }
  | { readonly kind: 'partial'; readonly reason: string; readonly frames: FrameCount }
  /** No frame is finished; `reason` is null if the user cancelled. */
  | { readonly kind: 'empty'; readonly reason: string | null };

/** Never rejects. */
async function saveSequence(
  parts: WorkParts,
  plan: Extract<PicturePlan, { readonly kind: 'sequence' }>,
  archive: Archive,
  { signal, show }: Turn,
): Promise<SequenceEnd> {
  const of = plan.frames.length;
  let done = 0;
  try {
    const project = await packProject(parts, plan, null);
    const { context, encoder } = parts;
    await drawSequence(
      context,
      {
        ...{ ...plan, signal, encoder, text: pngText(project) },
        onProgress: (progress) => show({ kind: 'working', progress, frames: { done, of } }),
        onDone: (now) => {
          done = now;
        },
      },
      archive,
    );
    return { kind: 'complete', text: savedText(savedFramesText(done, archive), project) };
  } catch (thrown) {
    const reason = signal.aborted ? null : messageOf(thrown);
    if (done === 0) return { kind: 'empty', reason };
    return { kind: 'partial', reason: reason ?? 'Saving was cancelled.', frames: { done, of } };
  }
}

function savedFramesText(frames: number, { name }: Archive): string {
  return `Saved ${framesText(frames)} as ${name}.`;
}

interface SequenceJob {
  readonly frames: readonly number[];
  readonly size: Size;
  readonly keepsAlpha: boolean;
  /** Text to embed in the first picture. */
  readonly text: PngText | null;
  readonly encoder: PngEncoder;
  readonly signal: AbortSignal;
  onProgress(progress: PictureProgress): void;
  /** Called when the archive has `done` frames. */
  onDone(done: number): void;
}

/**
 * Draws frames at a fixed time step into an archive, which stays open. Rejects with a sentence or
 * with the signal's reason; the archive then has the frames finished so far.
 */
async function drawSequence(
  context: FrameContext,
  job: SequenceJob,
  archive: Archive,
): Promise<void> {
  const { frames, size, keepsAlpha, encoder, signal, onProgress } = job;
  onProgress({ kind: 'preparing' });
  const source = await createFrameSource(context, {
    ...{ size, signal },
    onPlayed: (frame, wanted) => onProgress({ kind: 'playing', frame, wanted }),
  });
  if (!source.ok) throw new Error(source.error);
  const { draw, strips, dispose } = source.value;
  const last = frames.at(-1) ?? 0;
  try {
    for (const [index, frame] of frames.entries()) {
      await draw(frame);
      const request = { size, keepsAlpha, text: index === 0 ? job.text : null };
      const read: ReadStrips = (take) => strips(keepsAlpha, take);
      const file = await writePng(encoder, request, read, onProgress);
      signal.throwIfAborted();
      if (!(await archive.add(frameName(frame, last), file))) throw new Error(fullText(archive));
      job.onDone(index + 1);
    }
  } finally {
    dispose();
  }
}

function fullText({ maxBytes }: Archive): string {
  const megabytes = Math.floor(maxBytes / 2 ** 20).toLocaleString('en');
  return `The zip is full: it can have at most ${megabytes} MB here. Save the rest as another range.`;
}

/** Characters that file systems reject, including control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain them
const REFUSED = /[\\/:*?"<>|\u0000-\u001f\u007f]+/g;
/** In characters, and in bytes of UTF-8. File systems allow 255 bytes. */
const MAX_LENGTH = 100;
const MAX_BYTES = 240;

/**
 * A name that is valid on every file system, with this extension once.
 *
 * @param extension such as `.png`
 */
export function fileName(wanted: string, extension: string): string {
  const cleaned = wanted.replaceAll(REFUSED, '-').trim();
  const stem = cleaned.toLowerCase().endsWith(extension)
    ? cleaned.slice(0, -extension.length)
    : cleaned;
  // Windows drops trailing dots, and a leading dot hides a file.
  const visible = [...stem.replace(/^[.\s]+|[.\s]+$/g, '')].slice(0, MAX_LENGTH);
  while (bytesOf(visible.join('')) > MAX_BYTES) visible.pop();
  return `${visible.length === 0 ? 'picture' : visible.join('')}${extension}`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** A frame's name in an archive, padded so that names sort in frame order. */
export function frameName(frame: number, last: number): string {
  const digits = Math.max(4, String(last).length);
  return `frame-${String(frame).padStart(digits, '0')}.png`;
}
