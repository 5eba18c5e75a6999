import { useId } from 'react';
import dialog from '#tools/capture/dialog.module.css';
import { FILM_FORMATS } from '#tools/capture/film/encoding/formats.ts';
import type { FormatRefusals } from '#tools/capture/film/encoding/support.ts';
import { FILM_RATES } from '#tools/capture/film/frames/range.ts';
import { COMMON_SIZES, sizeText } from '#tools/capture/frames/pictureSize.ts';
import { TextField } from '#tools/capture/TextField.tsx';
import { Check } from '#ui/Check.tsx';
import { Select } from '#ui/Select.tsx';
import { type FilmChoices, sizeId } from './choices.ts';
import styles from './FilmPanel.module.css';

const WAYS = [
  {
    way: 'render',
    text: 'Render frames',
    hint: 'Draws each frame of a range exactly, however long it takes',
  },
  {
    way: 'record',
    text: 'Record from now',
    hint: 'Captures the picture as it plays, with painted values, until you stop',
  },
] as const;

/** Whether to render or record frames. */
export function WayField({ choices, onChange }: FieldsProps) {
  const id = useId();
  return (
    <fieldset className={styles['ways']}>
      <legend className="visually-hidden">Way</legend>
      {WAYS.map(({ way, text, hint }) => (
        <label key={way} className={styles['way']}>
          <input
            type="radio"
            name={id}
            checked={choices.way === way}
            onChange={() => onChange({ way })}
          />
          <span>
            {text}
            <span className={styles['hint']}>{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function SizeFields({ choices, onChange }: FieldsProps) {
  return (
    <div className={dialog['row']}>
      <span className={dialog['name']}>Size</span>
      <Select
        label="Size"
        value={choices.size}
        options={[
          { value: 'canvas', text: 'Same as the picture' },
          ...COMMON_SIZES.map((size) => ({
            value: sizeId(size),
            text: sizeText(size),
          })),
          { value: 'custom', text: 'Custom' },
        ]}
        onChange={(size) => onChange({ size })}
      />
      {choices.size === 'custom' && (
        <>
          <TextField
            label="Width"
            value={choices.width}
            onChange={(width) => onChange({ width })}
          />
          ×
          <TextField
            label="Height"
            value={choices.height}
            onChange={(height) => onChange({ height })}
          />
          px
        </>
      )}
    </div>
  );
}

interface FilmFieldsProps extends FieldsProps {
  readonly refusals: FormatRefusals | null;
}

const QUALITIES = [
  { value: 'low', text: 'Low' },
  { value: 'medium', text: 'Medium' },
  { value: 'high', text: 'High' },
] as const;

/** Rate, quality, format, and whether to include the project. */
export function FilmFields({ choices, refusals, onChange }: FilmFieldsProps) {
  const isRender = choices.way === 'render';
  return (
    <>
      <div className={dialog['row']}>
        <span className={dialog['name']}>
          {isRender ? 'Frames a second' : 'At most per second'}
        </span>
        <Select
          label="Frame rate"
          value={String(choices.rate)}
          options={FILM_RATES.map((rate) => ({ value: String(rate), text: String(rate) }))}
          onChange={(value) => {
            const rate = FILM_RATES.find((each) => String(each) === value);
            if (rate) onChange({ rate });
          }}
        />
      </div>
      <div className={dialog['row']}>
        <span className={dialog['name']}>Quality</span>
        <Select
          label="Quality"
          value={choices.quality}
          options={QUALITIES}
          onChange={(value) => {
            const quality = QUALITIES.find((each) => each.value === value);
            if (quality) onChange({ quality: quality.value });
          }}
        />
      </div>
      <div className={dialog['row']}>
        <span className={dialog['name']}>Format</span>
        <Select
          label="Format"
          value={choices.format}
          options={FILM_FORMATS.map(({ id, text }) => {
            const refusal = refusals?.get(id) ?? null;
            if (refusal === null) return { value: id, text };
            return { value: id, text: `${text}: ${refusal}`, disabled: true };
          })}
          onChange={(value) => {
            const format = FILM_FORMATS.find(({ id }) => id === value);
            if (format) onChange({ format: format.id });
          }}
        />
      </div>
      <div className={dialog['row']}>
        <Check
          label="Include the project"
          hint="Store the project in the film’s comment, as in share links"
          checked={choices.includesProject}
          onChange={(includesProject) => onChange({ includesProject })}
        />
      </div>
    </>
  );
}

export interface FieldsProps {
  readonly choices: FilmChoices;
  readonly onChange: (part: Partial<FilmChoices>) => void;
}
