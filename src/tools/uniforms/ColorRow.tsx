import { useId } from 'react';
import { useStore } from 'zustand';
import type { ColorPickComponent } from '#core/plan/runDescriptor.ts';
import { fromHex, toHex } from '#core/util/colors.ts';
import { colorValue } from '#workspace/runs/uniformValues.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './UniformsPanel.module.css';

interface ColorRowProps {
  readonly workspace: Workspace;
  readonly color: ColorPickComponent;
}

/** The browser's colour picker with the colour's hexadecimal code. */
export function ColorRow({ workspace, color }: ColorRowProps) {
  const { name } = color;
  const hex = useStore(workspace.store, (state) => toHex(colorValue(color, state.uniformValues)));
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={styles['name']} title={name}>
        {name}
      </label>
      <input
        id={id}
        className={styles['color']}
        type="color"
        value={hex}
        onChange={(event) => {
          const chosen = fromHex(event.target.value);
          if (chosen) workspace.setUniform(name, chosen);
        }}
      />
      <span className={styles['code']}>{hex}</span>
    </>
  );
}
