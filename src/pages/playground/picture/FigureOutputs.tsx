import { useEffect, useRef } from 'react';
import { Slot } from '#ui/tools/Slot.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { FIGURES, type FrameFigure } from './frameFigures.ts';
import styles from './PicturePanel.module.css';

const NAMED: readonly (readonly [name: string, figure: FrameFigure])[] = Object.entries(FIGURES);

/** The figures of the newest frame. A narrow bar hides the last ones. */
export function FigureOutputs({ workspace }: { readonly workspace: Workspace }) {
  const outputs = useRef(new Map<FrameFigure, HTMLOutputElement>());

  useEffect(
    () =>
      // Written without React, since they change in every frame.
      workspace.onFrame((stats) => {
        for (const [figure, output] of outputs.current) {
          if (!stats && !figure.isRate) continue;
          const text = stats ? figure.text(stats) : figure.none;
          if (output.textContent !== text) output.textContent = text;
        }
      }),
    [workspace],
  );

  return NAMED.map(([name, figure]) => (
    <span key={name} className={styles['figure']} data-figure={name}>
      <output
        ref={(output) => {
          if (!output) return undefined;
          const { current } = outputs;
          current.set(figure, output);
          return () => {
            current.delete(figure);
          };
        }}
        aria-label={figure.label}
        aria-live="off"
        title={figure.hint}
      >
        {figure.none}
      </output>
      {figure === FIGURES.frame && <Slot name="picture frame" />}
    </span>
  ));
}
