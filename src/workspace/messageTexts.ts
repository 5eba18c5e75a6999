/** Messages of the workspace. Some are fixed by the specification, section 8. */

export const NO_WEBGPU_NOTICE = 'Browser does not support WebGPU, Run shader feature is disabled.';

export const NO_WEBGPU_RUN =
  'The shader compiled successfully, but it cannot run because your browser does not support WebGPU.\n' +
  'Use a current release of Chrome, Edge, Safari or Firefox. On Linux, you may have to enable ' +
  'WebGPU. On iOS, use Safari 16.4 or later and enable it under Settings › Apps › Safari › Advanced › ' +
  'Feature Flags › WebGPU.';

export const EMPTY_RESULT = 'Compilation returned empty result.';

export const NO_NEW_DEVICE =
  'The graphics device was lost, and the browser does not provide a new one. Reload the page, or ' +
  'press Run to try again.';

export const FRAME_NEVER_ENDED =
  'The GPU never finished a frame of this shader, so it does not restart automatically. Look for an ' +
  'endless loop, or reduce the work per frame. Press Run to start it again.';

export const STARTED_AGAIN = 'The run restarts on a new device.';

export function deviceLost(reason: string): string {
  return `The graphics device was lost: ${reason}`;
}

export function notStartedAgain(losses: number): string {
  return (
    `This shader lost the graphics device ${losses} times in a row, so it does not restart ` +
    'automatically. Press Run to start it again.'
  );
}

export const DEFAULT_INSTEAD = 'The default demo opens instead.';

export const DRAFT_INSTEAD = 'The last source of this tab opens instead.';

export const TEXT_STAYS = 'Your source is unchanged.';

export function overtakenByEdit(what: string): string {
  return `${what} was not opened, because you edited the source in the meantime.`;
}
