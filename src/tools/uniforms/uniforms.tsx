import {
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { animationOf, type UniformAnimation, valueAt } from '#core/plan/animation.ts';
import type { ColorPickComponent, SliderComponent } from '#core/plan/runDescriptor.ts';
import {
  committedNumber,
  liveNumber,
  movingNumber,
  shortFloat,
  sliderStep,
} from '#core/plan/sliderNumbers.ts';
import { fromHex, toHex } from '#core/util/colors.ts';
import { Button } from '#ui/Button.tsx';
import { UndoIcon } from '#ui/moreIcons.tsx';
import { Slot } from '#ui/tools/Slot.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';
import { colorValue, sliderValue } from '#workspace/runs/uniformValues.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './UniformsPanel.module.css';

export function createUniforms({ workspace }: ToolContext): LoadedTool {
  return { Panel: () => <UniformsPanel workspace={workspace} /> };
}

/** More rows would block the page for seconds at each Run. */
const SHOWN_AT_FIRST = 200;

interface UniformsPanelProps {
  readonly workspace: Workspace;
}

/**
 * The uniforms that the user sets while the shader runs. A change applies from the next frame on.
 */
export function UniformsPanel({ workspace }: UniformsPanelProps) {
  const uniforms = useStore(workspace.store, (state) => shownRun(state).uniforms);
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, uniforms.length - SHOWN_AT_FIRST);
  return (
    <div className={styles['panel']}>
      {uniforms.slice(0, uniforms.length - hidden).map((uniform) => (
        // The key makes a new row for a new range, which drops a partly typed number.
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

interface ColorRowProps {
  readonly workspace: Workspace;
  readonly color: ColorPickComponent;
}

/** The browser's colour picker, with the hexadecimal code. */
function ColorRow({ workspace, color }: ColorRowProps) {
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

interface SliderRowProps {
  readonly workspace: Workspace;
  readonly slider: SliderComponent;
}

/**
 * A slider and a number field for the same value. The uniform's name labels both. During an
 * animation, both show the value of each frame, and setting one of them ends the animation.
 */
function SliderRow({ workspace, slider }: SliderRowProps) {
  const { name } = slider;
  const value = useStore(workspace.store, (state) => sliderValue(slider, state.uniformValues));
  const animations = useStore(workspace.store, (state) => state.animations);
  const animation = animationOf(slider, animations);
  const id = useId();
  const range = useRef<HTMLInputElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const min = shortFloat(slider.min);
  const max = shortFloat(slider.max);
  const step = sliderStep(min, max);
  const set = (next: number | null) => {
    if (next === null) return;
    workspace.setUniform(name, next);
    if (animation) workspace.animateUniform(name, null);
  };
  useMovingValue(workspace, animation && { animation, name, step, fields: [range, number] });
  return (
    <>
      <label id={`${id}-name`} htmlFor={id} className={styles['name']} title={name}>
        {name}
      </label>
      <input
        ref={range}
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
        ref={number}
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

interface Moving {
  readonly animation: UniformAnimation;
  readonly name: string;
  readonly step: number;
  readonly fields: readonly RefObject<HTMLInputElement | null>[];
}

/**
 * Shows each frame's value in the fields without rendering, except in a field that the user edits.
 */
function useMovingValue(workspace: Workspace, moving: Moving | null): void {
  // After each render, which resets the fields to the user's value.
  useLayoutEffect(() => {
    if (!moving) return;
    const { animation, name, step, fields } = moving;
    return workspace.onFrame((stats) => {
      if (!stats) return;
      const text = movingNumber(valueAt(animation, stats.time, name), step);
      for (const { current: field } of fields) {
        const isTypedIn = field?.type === 'number' && field === document.activeElement;
        if (field && !isTypedIn) field.value = text;
      }
    });
  });
}

interface NumberFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
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
function NumberField({ ref, labelledBy, min, max, step, value, onChange }: NumberFieldProps) {
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
      ref={ref}
      className={`field ${styles['number']}`}
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
