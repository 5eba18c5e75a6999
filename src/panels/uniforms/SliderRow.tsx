import { type KeyboardEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { SliderComponent } from '#program/plan/runDescriptor.ts';
import { sliderValue } from '#workspace/runs/uniformValues.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { committedNumber, liveNumber, shortFloat, sliderStep } from './numbers.ts';
import styles from './UniformsPanel.module.css';

interface SliderRowProps {
  readonly workspace: Workspace;
  readonly slider: SliderComponent;
}

/** A slider and a number field for the same value. The uniform's name labels both. */
export function SliderRow({ workspace, slider }: SliderRowProps) {
  const { name } = slider;
  const value = useStore(workspace.store, (state) => sliderValue(slider, state.uniformValues));
  const id = useId();
  const min = shortFloat(slider.min);
  const max = shortFloat(slider.max);
  const step = sliderStep(min, max);
  const set = (next: number | null) => {
    if (next !== null) workspace.setUniform(name, next);
  };
  return (
    <>
      <label id={`${id}-name`} htmlFor={id} className={styles['name']} title={name}>
        {name}
      </label>
      <input
        id={id}
        className={styles['slider']}
        type="range"
        min={min}
        max={max}
        step={step}
        value={shortFloat(value)}
        onChange={(event) => set(liveNumber(event.target.value, min, max))}
      />
      <NumberField
        labelledBy={`${id}-name`}
        min={min}
        max={max}
        step={step}
        value={shortFloat(value)}
        onChange={set}
      />
    </>
  );
}

interface NumberFieldProps {
  readonly labelledBy: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly onChange: (value: number | null) => void;
}

/**
 * Keeps partly typed numbers, such as `0.` and `-`, until the user leaves the field or presses
 * Enter. Escape restores the value.
 */
function NumberField({ labelledBy, min, max, step, value, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const committed = draft === null ? null : committedNumber(draft, min, max);
    if (committed !== value) onChange(committed);
    setDraft(null);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') commit();
    else if (key === 'Escape') setDraft(null);
  };
  return (
    <input
      className={styles['number']}
      type="number"
      aria-labelledby={labelledBy}
      min={min}
      max={max}
      step={step}
      value={draft ?? String(value)}
      onChange={(event) => {
        setDraft(event.target.value);
        onChange(liveNumber(event.target.value, min, max));
      }}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
