import { type KeyboardEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import { animationOf } from '#core/plan/animation/suitableAnimations.ts';
import { ANIMATION_SHAPES, type AnimationShape } from '#core/plan/animation/uniformAnimation.ts';
import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import { shortFloat } from '#core/plan/sliderNumbers.ts';
import type { Result } from '#core/util/result.ts';
import type { AnimationSession } from '#tools/uniforms/animation/session/animationSession.ts';
import { readPeriod, readValue } from '#tools/uniforms/animation/settings.ts';
import { Button } from '#ui/Button.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './AnimationSettings.module.css';

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
export function AnimationSettings(props: AnimationSettingsProps) {
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
