import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { UndoIcon } from '#ui/moreIcons.tsx';
import { Slot } from '#ui/tools/Slot.tsx';
import { shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { ColorRow } from './ColorRow.tsx';
import { SliderRow } from './SliderRow.tsx';
import styles from './UniformsPanel.module.css';

/** More rows would block the page for seconds at each Run. */
const SHOWN_AT_FIRST = 200;

interface UniformsPanelProps {
  readonly workspace: Workspace;
}

/**
 * The uniforms that the user can set while the shader runs. A change applies from the next frame
 * on.
 */
export function UniformsPanel({ workspace }: UniformsPanelProps) {
  const uniforms = useStore(workspace.store, (state) => shownRun(state).uniforms);
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, uniforms.length - SHOWN_AT_FIRST);
  return (
    <div className={styles['panel']}>
      {uniforms.slice(0, uniforms.length - hidden).map((uniform) => (
        // A new range gets a new row, which drops a partly typed number.
        <div key={JSON.stringify(uniform)} className={styles['row']}>
          {uniform.type === 'SLIDER' ? (
            <>
              <SliderRow workspace={workspace} slider={uniform} />
              <Slot name="slider" slider={uniform} />
            </>
          ) : (
            <ColorRow workspace={workspace} color={uniform} />
          )}
          <div className={styles['reset']}>
            <Button
              kind="icon"
              hint="Reset to default"
              onClick={() => workspace.resetUniforms(uniform.name)}
            >
              <UndoIcon />
              {/* Not aria-label: a lookup of the uniform's label would match it too. */}
              <span className="visually-hidden">{`Reset ${uniform.name} to default`}</span>
            </Button>
          </div>
        </div>
      ))}
      <div className={styles['foot']}>
        {hidden > 0 && (
          <Button onClick={() => setShowsAll(true)}>
            {`Show ${hidden.toLocaleString('en')} more`}
          </Button>
        )}
        <Button
          hint="Reset all uniforms to their defaults"
          onClick={() => workspace.resetUniforms()}
        >
          Reset all
        </Button>
      </div>
    </div>
  );
}
