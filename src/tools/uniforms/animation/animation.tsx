import { type KeyboardEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import { animationOf } from '#core/plan/animation/suitableAnimations.ts';
import {
  ANIMATION_SHAPES,
  type AnimationShape,
  isPeriod,
  MAX_PERIOD,
  MIN_PERIOD,
} from '#core/plan/animation/uniformAnimation.ts';
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
  /** Of the element, for the button that shows it. */
  readonly id: string;
  /** The focus goes back to where it was opened. */
  readonly onClose: () => void;
}

/** How a slider moves. Each change applies at once; what cannot apply leaves the last good value. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the key closes the group from all its fields
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
  /** Whether the text has become the value. */
  readonly onType: (text: string) => boolean;
}

/** Keeps what is typed until the user leaves the field; then it shows the value that applies. */
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

/** A typed value of the slider. Fails with what to type. */
export function readValue(text: string, slider: SliderComponent): Result<number> {
  const [min, max] = [shortFloat(slider.min), shortFloat(slider.max)];
  const value = typedNumber(text);
  if (value !== null && value >= min && value <= max) return ok(value);
  return fail(`${asTyped(text)} Type a number from ${min} to ${max}, the ends of the slider.`);
}

/** Typed seconds. Fails with what to type. */
export function readPeriod(text: string): Result<number> {
  const value = typedNumber(text);
  if (isPeriod(value)) return ok(value);
  const most = MAX_PERIOD.toLocaleString('en');
  return fail(`${asTyped(text)} Type a number of seconds from ${MIN_PERIOD} to ${most}.`);
}

/** A number field gives no text that is not a number. */
function asTyped(text: string): string {
  return text.trim() === '' ? 'This is not a number.' : `${text.trim()} is not allowed here.`;
}
