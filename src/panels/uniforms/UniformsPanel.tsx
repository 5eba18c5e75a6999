import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { UndoIcon } from '#ui/icons.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { ColorRow } from './ColorRow.tsx';
import { SliderRow } from './SliderRow.tsx';
import styles from './UniformsPanel.module.css';

/** More rows would keep the page busy for seconds at each Run. */
const SHOWN_AT_FIRST = 200;

/** What a person can set while the shader runs; each change is used in the next frame. */
export function UniformsPanel({ workspace }: { readonly workspace: Workspace }) {
  const uniforms = useStore(workspace.store, (state) => state.uniforms);
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, uniforms.length - SHOWN_AT_FIRST);
  return (
    <div className={styles['panel']}>
      {uniforms.slice(0, uniforms.length - hidden).map((uniform) => (
        // A new range makes a new row, so that nothing half-typed is taken over.
        <div key={JSON.stringify(uniform)} className={styles['row']}>
          {uniform.type === 'SLIDER' ? (
            <SliderRow workspace={workspace} slider={uniform} />
          ) : (
            <ColorRow workspace={workspace} color={uniform} />
          )}
          <Button
            kind="icon"
            hint="Reset to default"
            onClick={() => workspace.resetUniforms(uniform.name)}
          >
            <UndoIcon />
            {/* As a label, it would be found beside the uniform's own by the name in it. */}
            <span className="visually-hidden">{`Reset ${uniform.name} to default`}</span>
          </Button>
        </div>
      ))}
      <div className={styles['foot']}>
        {hidden > 0 && (
          <Button onClick={() => setShowsAll(true)}>
            {`Show ${hidden.toLocaleString('en')} more`}
          </Button>
        )}
        <Button hint="Reset all to their defaults" onClick={() => workspace.resetUniforms()}>
          Reset all
        </Button>
      </div>
    </div>
  );
}
