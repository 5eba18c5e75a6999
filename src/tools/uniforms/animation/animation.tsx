import { type KeyboardEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import {
  ANIMATION_SHAPES,
  type AnimationShape,
  animationOf,
  isPeriod,
  MAX_PERIOD,
  MIN_PERIOD,
} from '#core/plan/animation.ts';
import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import { shortFloat, typedNumber } from '#core/plan/sliderNumbers.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import styles from '#tools/uniforms/animation/panel/AnimationSettings.module.css';
import {
  type AnimationSession,
  createAnimationSession,
} from '#tools/uniforms/animation/session/animationSession.ts';
import { Button } from '#ui/Button.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import type { Workspace } from '#workspace/workspace.ts';

export interface Animations extends LoadedTool {
  readonly session: AnimationSession;
  readonly Settings: typeof AnimationSettings;
}

export function createAnimations(context: ToolContext): Animations {
  return { session: createAnimationSession(context), Settings: AnimationSettings };
}

const SHAPE_NAMES: Readonly<Record<AnimationShape, string>> = {
  sine: 'Sine',
  saw: 'Saw',
  noise: 'Noise',
};

interface AnimationSettingsProps {
  readonly workspace: Workspace;
  readonly session: AnimationSession;
  readonly slider: SliderComponent;
  /** Id of the element, for the button that shows it. */
  readonly id: string;
  /** Returns the focus to where the settings were opened. */
  readonly onClose: () => void;
}

/** A slider's animation. Changes apply at once; invalid input keeps the last valid value. */
function AnimationSettings(props: AnimationSettingsProps) {
  const { workspace, session, slider, id, onClose } = props;
  const animations = useStore(workspace.store, (state) => state.animations);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const animation = animationOf(slider, animations);
  if (!animation) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const numberOf = (
    part: 'from' | 'to' | 'period',
    label: string,
    read: (text: string) => Result<number>,
  ) => (
    <NumberSetting
      label={label}
      value={shortFloat(animation[part])}
      problemId={problemId}
      onType={(text) => {
        const typed = read(text);
        setProblem(typed.ok ? null : `${label}: ${typed.error}`);
        if (typed.ok) session.change(slider, { [part]: typed.value });
        return typed.ok;
      }}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the group from all fields
    <div id={id} className={styles['settings']} onKeyDown={onKeyDown}>
      <ShapeSetting
        shape={animation.shape}
        onChange={(shape) => session.change(slider, { shape })}
      />
      {numberOf('from', 'From', (text) => readValue(text, slider))}
      {numberOf('to', 'To', (text) => readValue(text, slider))}
      {numberOf('period', 'Period (s)', readPeriod)}
      <Button
        kind="small"
        hint="The slider goes back to the value that you set"
        onClick={() => {
          onClose();
          session.remove(slider);
        }}
      >
        Remove animation
      </Button>
      <p id={problemId} className={styles['problem']} role="alert">
        {problem}
      </p>
    </div>
  );
}

interface ShapeSettingProps {
  readonly shape: AnimationShape;
  readonly onChange: (shape: AnimationShape) => void;
}

function ShapeSetting({ shape, onChange }: ShapeSettingProps) {
  return (
    <label className={styles['setting']}>
      Shape
      <select
        className={`field ${styles['field']}`}
        value={shape}
        onChange={({ target }) => {
          const chosen = ANIMATION_SHAPES.find((each) => each === target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {ANIMATION_SHAPES.map((each) => (
          <option key={each} value={each}>
            {SHAPE_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NumberSettingProps {
  readonly label: string;
  readonly value: number;
  readonly problemId: string;
  /** Returns whether the text is a valid value, which is then set. */
  readonly onType: (text: string) => boolean;
}

/** Keeps the typed text until the user leaves the field, then shows the value in effect. */
function NumberSetting({ label, value, problemId, onType }: NumberSettingProps) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly isGood: boolean } | null>(
    null,
  );
  const isBad = draft?.isGood === false;
  return (
    <label className={styles['setting']}>
      {label}
      <input
        className={`field ${styles['field']}`}
        type="number"
        step="any"
        value={draft?.text ?? String(value)}
        aria-invalid={isBad || undefined}
        aria-describedby={isBad ? problemId : undefined}
        onChange={({ target }) => setDraft({ text: target.value, isGood: onType(target.value) })}
        onBlur={() => setDraft(null)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') setDraft(null);
        }}
      />
    </label>
  );
}

/** Parses a value for the slider. Fails with what to type instead. */
export function readValue(text: string, slider: SliderComponent): Result<number> {
  const [min, max] = [shortFloat(slider.min), shortFloat(slider.max)];
  const value = typedNumber(text);
  if (value !== null && value >= min && value <= max) return ok(value);
  return fail(`${asTyped(text)} Type a number from ${min} to ${max}, the ends of the slider.`);
}

/** Parses seconds. Fails with what to type instead. */
export function readPeriod(text: string): Result<number> {
  const value = typedNumber(text);
  if (isPeriod(value)) return ok(value);
  const most = MAX_PERIOD.toLocaleString('en');
  return fail(`${asTyped(text)} Type a number of seconds from ${MIN_PERIOD} to ${most}.`);
}

/** For invalid numbers, a number field reports an empty text. */
function asTyped(text: string): string {
  return text.trim() === '' ? 'This is not a number.' : `${text.trim()} is not allowed here.`;
}
