import { useEffect, useRef } from 'react';
import type { Workspace } from '#workspace/workspace.ts';

interface SourceTextProps {
  readonly workspace: Workspace;
  /** Reloads the page; given where the view must offer to reload without the project. */
  readonly startOver?: () => void;
}

/** Shows the source as plain text when the editor does not work. */
export function SourceText({ workspace, startOver }: SourceTextProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const project = { ...workspace.project(), uri: workspace.sourceUri() };
    // If the view fails to load, the text is still visible.
    current.textContent = project.text;
    import('./rescue.ts').then(
      ({ showProject }) => showProject(current, project, startOver ?? null),
      () => {},
    );
  }, [workspace, startOver]);
  return <div ref={place} style={PLACE} />;
}

const PLACE = { height: '100%', overflow: 'auto', whiteSpace: 'pre-wrap' } as const;
