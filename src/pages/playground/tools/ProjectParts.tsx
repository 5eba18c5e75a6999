import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { hasFileTabs } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { ProjectTool } from './projectTool.ts';
import { ToolPart } from './ToolPart.tsx';

interface ProjectPartProps {
  readonly tool: ProjectTool;
}

/** The row of files above the editor. */
export function ProjectFiles({ tool }: ProjectPartProps) {
  return (
    <ToolPart tool={tool} unused={null}>
      {({ FilesPanel, session }) => <FilesPanel session={session} />}
    </ToolPart>
  );
}

interface NewFileButtonProps extends ProjectPartProps {
  readonly workspace: Workspace;
}

/** Adds the first file beside the main file; from then on, the row of files has such a button. */
export function NewFileButton({ tool, workspace }: NewFileButtonProps) {
  const hasRow = useStore(workspace.store, hasFileTabs);
  if (hasRow) return null;
  return (
    <Button
      kind="small"
      hint="Add a file that the shader can import (Ctrl+Alt+N)"
      onClick={() => void tool.load().then((project) => project?.session.files.create())}
    >
      New file
    </Button>
  );
}
