import type { TimeTools } from './timeTools.ts';

/** The menu “Save” in the playback bar. */
export function CaptureButton(_: { readonly tool: TimeTools['capture'] }) {
  return null;
}
