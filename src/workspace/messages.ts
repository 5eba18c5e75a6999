/** Messages of the specification's section 8 that the workspace itself gives. */

export const NO_WEBGPU_NOTICE = 'Browser does not support WebGPU, Run shader feature is disabled.';

export const NO_WEBGPU_RUN =
  'The shader compiled successfully, but it cannot run because your browser does not support WebGPU.\n' +
  'WebGPU works in current releases of Chrome, Edge, Safari and Firefox; on Linux it may have to be ' +
  'enabled. On iOS, Safari 16.4 or later has it under Settings › Apps › Safari › Advanced › ' +
  'Feature Flags › WebGPU.';

export const EMPTY_RESULT = 'Compilation returned empty result.';

export const NO_NEW_DEVICE =
  'The graphics device was lost, and the browser gives this page no new one. Reload the page, or ' +
  'press Run to ask again.';

export const FRAME_NEVER_ENDED =
  'The GPU never finished a frame of this source, so it is not started again by itself. Look for a ' +
  'loop that does not end, or make the shader do less. Run starts it once more.';

export const STARTED_AGAIN = 'The run is started again on a new device.';

export function deviceLost(reason: string): string {
  return `The graphics device was lost: ${reason}`;
}

export function notStartedAgain(losses: number): string {
  return (
    `This source has lost the graphics device ${losses} times in a row, so it is not started again ` +
    'by itself. Run starts it once more.'
  );
}

export const DEFAULT_INSTEAD = 'The default demo is opened instead.';

export const DRAFT_INSTEAD = 'The text that this tab held is opened instead.';

export const TEXT_STAYS = 'The text stays as it was.';

export function overtakenByEdit(what: string): string {
  return `${what} was not opened, since the text was edited meanwhile.`;
}
