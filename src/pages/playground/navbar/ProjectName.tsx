import { useState } from 'react';
import { useProjectName } from '#pages/playground/browser/useProjectName.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ProjectName.module.css';

/** The project's name, to be changed in place. A blank one brings the derived name back. */
export function ProjectName({ workspace }: { readonly workspace: Workspace }) {
  const name = useProjectName(workspace);
  const [typed, setTyped] = useState<string | null>(null);
  const apply = async () => {
    setTyped(null);
    if (typed === null || typed.trim() === name) return;
    const { givenNameFrom } = await import('#core/project/projectName.ts');
    workspace.nameProject(givenNameFrom(typed));
  };
  return (
    <input
      className={styles['name']}
      aria-label="Project name"
      title="Rename the project"
      spellCheck={false}
      autoComplete="off"
      value={typed ?? name}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => void apply()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}
