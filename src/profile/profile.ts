import type { FrameObservers } from '#gpu/frameObserver.ts';
import type { LoadContents } from '#gpu/replay/loadContents.ts';
import type { CompileReport, CompileRequest } from '#program/compileResult.ts';
import type { Dispose } from '#shared/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { ProfilePanel } from './panel/ProfilePanel.tsx';

/** What the profile needs of the page. */
export interface ProfileContext {
  readonly workspace: Workspace;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
  /** Null if the signal was aborted. */
  compile(request: CompileRequest, signal: AbortSignal): Promise<CompileReport | null>;
}

/** All that a page needs of the profile. */
export interface Profile {
  readonly session: { readonly context: ProfileContext };
  readonly Panel: typeof ProfilePanel;
  dispose: Dispose;
}

export function createProfile(context: ProfileContext): Profile {
  return { session: { context }, Panel: ProfilePanel, dispose() {} };
}
