import { createContext, useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import { Part } from '#ui/faults/Part.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useInTransition } from '#ui/useInTransition.ts';
import { type LazyTool, useLoaded } from './lazyTool.ts';
import type { MountedTool, SlotContent, SlotName } from './tool.ts';

/** The page's tools; empty until their list has loaded. */
export const ToolsContext = createContext<readonly MountedTool[]>([]);

export const useTools = () => useContext(ToolsContext);

interface SlotProps extends SlotContent {
  readonly name: SlotName;
}

export function Slot({ name, ...content }: SlotProps) {
  return useTools().map((tool) => (
    <Filled key={tool.id} tool={tool} slot={name} content={content} />
  ));
}

interface FilledProps {
  readonly tool: MountedTool;
  readonly slot: SlotName;
  readonly content: SlotContent;
}

function Filled({ tool, slot, content }: FilledProps) {
  const LoadedPart = useLoaded(tool)?.parts?.[slot];
  const face = tool.renderFace(slot, content);
  if (!LoadedPart && !face) return null;
  return (
    <Part name={tool.name}>
      {face}
      {LoadedPart && <LoadedPart {...content} />}
    </Part>
  );
}

/** A tool's panel in its tab. The tool loads when the panel is first shown. */
export function ToolPanel({ tool }: { readonly tool: MountedTool }) {
  useEffect(() => void tool.load(), [tool]);
  const state = useInTransition(tool.store);
  if (state.kind === 'failed') return <p role="alert">{state.reason}</p>;
  const Panel = state.kind === 'loaded' ? state.loaded.Panel : null;
  return Panel ? <Panel /> : <p role="status">Loading…</p>;
}

/** The load errors of tools that have no tab to show them. */
export function ToolFailures() {
  return useTools().map((tool) => !tool.tab && <Failure key={tool.id} tool={tool} />);
}

export function Failure({ tool }: { readonly tool: LazyTool<unknown> }) {
  const state = useStore(tool.store);
  return (
    state.kind === 'failed' && <Notice id={state.reason} kind="lasting" texts={[state.reason]} />
  );
}
