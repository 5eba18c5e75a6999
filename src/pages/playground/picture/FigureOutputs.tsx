import { useEffect, useRef } from 'react';
import type { Workspace } from '#workspace/workspace.ts';
import { type FrameFigures, frameFigures, NO_FIGURES, NO_RATES } from './frameFigures.ts';
import styles from './PicturePanel.module.css';

interface Figure {
  /** The accessible name, which tests and scripts rely on. */
  readonly label: string;
  readonly hint: string;
}

const FIGURES: Readonly<Record<keyof FrameFigures, Figure>> = {
  frame: { label: 'Frame', hint: 'Frame number' },
  time: { label: 'Time', hint: 'Time of the run in seconds, the value of TIME' },
  framesPerSecond: { label: 'Frames per second', hint: 'Frames per second, capped at 60' },
  frameTime: { label: 'Frame time', hint: 'Time between frames, averaged over the last 20' },
  canvasSize: { label: 'Canvas size', hint: 'Width × height of the picture in pixels' },
};

const NAMES: readonly (keyof FrameFigures)[] = [
  'frame',
  'time',
  'framesPerSecond',
  'frameTime',
  'canvasSize',
];

/** The figures of the newest frame. A narrow bar hides the last ones. */
export function FigureOutputs({ workspace }: { readonly workspace: Workspace }) {
  const outputs = useRef(new Map<keyof FrameFigures, HTMLOutputElement>());

  useEffect(
    () =>
      // Written without React, since they change in every frame.
      workspace.onFrame((stats) => {
        const figures: Partial<FrameFigures> = stats ? frameFigures(stats) : NO_RATES;
        for (const [name, output] of outputs.current) {
          const figure = figures[name];
          if (figure !== undefined && output.textContent !== figure) output.textContent = figure;
        }
      }),
    [workspace],
  );

  return NAMES.map((name) => (
    <output
      key={name}
      ref={(output) => {
        if (!output) return undefined;
        const { current } = outputs;
        current.set(name, output);
        return () => {
          current.delete(name);
        };
      }}
      className={styles['figure']}
      data-figure={name}
      aria-label={FIGURES[name].label}
      aria-live="off"
      title={FIGURES[name].hint}
    >
      {NO_FIGURES[name]}
    </output>
  ));
}
