import type { StoreApi } from 'zustand/vanilla';
import type { Dispose } from '#core/util/disposer.ts';
import { fail, type Result } from '#core/util/result.ts';
import type { RunEvents, Runner } from '#engine/gpu/runner.ts';
import { deviceLost, NO_NEW_DEVICE, NO_WEBGPU_NOTICE, NO_WEBGPU_RUN } from '#workspace/messages.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { tell } from '#workspace/tell.ts';

/**
 * Provides the current runner. After a device loss, a new one replaces it; the canvas stays
 * attached.
 */
export interface RunnerProvider {
  /** Null while there is none: it is still being requested, was refused, or was lost. */
  current(): Runner | null;
  /**
   * The runner, or a new one if it was lost. Fails with a message about the run. If the browser
   * refused the very first request, it is not asked again.
   */
  obtain(): Promise<Result<Runner>>;
  /** Attaches the canvas to the current runner and to each later one. */
  attachCanvas(canvas: HTMLCanvasElement): Dispose;
  /**
   * Marks the device as used by a tool. Call the returned function once, when the tool has
   * finished.
   */
  beginToolWork(): Dispose;
  isUsedByTool(): boolean;
  dispose: Dispose;
}

interface Attachment {
  readonly canvas: HTMLCanvasElement;
  detach: Dispose;
}

const NOTHING: Dispose = () => {};

/** Requests the first runner immediately. Passes on only the current runner's events. */
export function createRunnerProvider(
  store: StoreApi<WorkspaceState>,
  services: Pick<WorkspaceServices, 'requestRunner'>,
  events: RunEvents,
): RunnerProvider {
  const toolWork = createToolWork();
  const attachments = new Set<Attachment>();
  let requested: Promise<Result<Runner>> | null = null;
  let current: Runner | null = null;
  let disposed = false;

  const adopt = (runner: Runner) => {
    current = runner;
    const { resolution, pace } = store.getState();
    runner.setResolution(resolution);
    runner.setPace(pace);
    for (const attachment of attachments)
      attachment.detach = runner.attachCanvas(attachment.canvas);
    store.setState({ gpu: { kind: 'ready' } });
  };
  const drop = () => {
    for (const attachment of attachments) {
      attachment.detach();
      attachment.detach = NOTHING;
    }
    current?.dispose();
    current = null;
    requested = null;
  };
  const refuse = (error: string) => {
    if (store.getState().gpu.kind === 'lost') {
      requested = null;
      return fail(`${NO_NEW_DEVICE}\n${error}`);
    }
    store.setState({ gpu: { kind: 'unavailable', reason: error } });
    tell(store, 'device', NO_WEBGPU_NOTICE, error);
    return fail(`${NO_WEBGPU_RUN}\n${error}`);
  };
  const request = async (): Promise<Result<Runner>> => {
    const life = { over: false };
    const answer = await services.requestRunner(
      eventsOfLife(events, life, (reason) => {
        drop();
        store.setState({ gpu: { kind: 'lost', reason }, resourceLoading: null });
        // The tool reports the loss itself.
        if (!toolWork.isUsedByTool()) tell(store, 'device', deviceLost(reason));
        events.onLost(reason);
      }),
    );
    if (!answer.ok) return refuse(answer.error);
    if (disposed || life.over) answer.value.dispose();
    else adopt(answer.value);
    return answer;
  };
  const obtain = () => {
    requested ??= request();
    return requested;
  };
  void obtain();

  return {
    current: () => current,
    obtain,
    attachCanvas(canvas) {
      const attachment = { canvas, detach: current?.attachCanvas(canvas) ?? NOTHING };
      attachments.add(attachment);
      return () => {
        attachments.delete(attachment);
        attachment.detach();
        attachment.detach = NOTHING;
      };
    },
    ...toolWork,
    dispose() {
      disposed = true;
      drop();
    },
  };
}

function createToolWork() {
  let underWay = 0;
  return {
    beginToolWork() {
      underWay += 1;
      return () => {
        underWay -= 1;
      };
    },
    isUsedByTool: () => underWay > 0,
  };
}

/** Passes events on until the device is lost, which is reported once and ends the runner's life. */
function eventsOfLife(
  events: RunEvents,
  life: { over: boolean },
  onLost: RunEvents['onLost'],
): RunEvents {
  return {
    onLoading: (progress) => life.over || events.onLoading(progress),
    onFrame: (stats) => life.over || events.onFrame(stats),
    onFrameDone: (isNewest) => life.over || events.onFrameDone(isNewest),
    onFrameOverdue: () => life.over || events.onFrameOverdue(),
    onPlayback: (state) => life.over || events.onPlayback(state),
    onPrinted: (text) => life.over || events.onPrinted(text),
    onMessage: (message) => life.over || events.onMessage(message),
    onError: (message) => life.over || events.onError(message),
    onLost(reason) {
      if (life.over) return;
      life.over = true;
      onLost(reason);
    },
  };
}
