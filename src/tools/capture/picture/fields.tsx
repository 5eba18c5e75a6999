import type { ReactNode } from 'react';
import dialog from '#tools/capture/dialog.module.css';
import {
  COMMON_SIZES,
  type SizeChoice,
  type SizeLimits,
  sizeText,
} from '#tools/capture/frames/pictureSize.ts';
import { TextField } from '#tools/capture/TextField.tsx';
import { Check } from '#ui/Check.tsx';
import { Select } from '#ui/Select.tsx';
import type { PictureChoices } from './choices.ts';
import styles from './PictureDialog.module.css';

type Choose = (part: Partial<PictureChoices>) => void;

interface FieldProps {
  readonly choices: PictureChoices;
  readonly onChange: Choose;
}

export function FramesField({ choices, onChange }: FieldProps) {
  const { frames, frame, from, to, every } = choices;
  return (
    <Row name="Frames">
      <Select
        label="Frames"
        value={frames}
        options={[
          { value: 'one', text: 'One frame' },
          { value: 'range', text: 'A range of frames' },
        ]}
        onChange={(value) => onChange({ frames: value === 'range' ? 'range' : 'one' })}
      />
      {frames === 'one' ? (
        <TextField
          label="Frame"
          hint="Number of the frame; starts with the current one"
          value={frame}
          onChange={(value) => onChange({ frame: value })}
        />
      ) : (
        <>
          <TextField
            label="First frame"
            value={from}
            onChange={(value) => onChange({ from: value })}
          />
          to
          <TextField label="Last frame" value={to} onChange={(value) => onChange({ to: value })} />
          every
          <TextField
            label="Every"
            hint="Take every nth frame"
            value={every}
            onChange={(value) => onChange({ every: value })}
          />
        </>
      )}
    </Row>
  );
}

export function ProjectField({ choices, onChange }: FieldProps) {
  const { frames, includesProject } = choices;
  return (
    <Row>
      <Check
        label="Include the project"
        hint="Store the project in the file, with the size limit of share links"
        checked={includesProject}
        onChange={(next) => onChange({ includesProject: next })}
      />
      {frames === 'range' && includesProject && (
        <span className={styles['quiet']}>The first frame carries it.</span>
      )}
    </Row>
  );
}

interface SizeFieldProps {
  readonly size: SizeChoice;
  readonly limits: SizeLimits | null;
  readonly onChange: Choose;
}

export function SizeField({ size, limits, onChange }: SizeFieldProps) {
  const canvas = limits?.canvas ?? null;
  return (
    <Row name="Size">
      <Select
        label="Size"
        value={size.kind === 'common' ? sizeText(size.size) : size.kind}
        options={[
          { value: 'canvas', text: canvas ? `As shown: ${sizeText(canvas)}` : 'As shown' },
          ...COMMON_SIZES.map((each) => ({ value: sizeText(each), text: sizeText(each) })),
          { value: 'custom', text: 'Custom' },
        ]}
        onChange={(value) => onChange({ size: sizeChoice(value, size, limits) })}
      />
      {size.kind === 'custom' && (
        <>
          <TextField
            label="Width"
            value={size.width}
            onChange={(width) => onChange({ size: { ...size, width } })}
          />
          ×
          <TextField
            label="Height"
            value={size.height}
            onChange={(height) => onChange({ size: { ...size, height } })}
          />
          px
        </>
      )}
    </Row>
  );
}

/** A custom size starts with the previously chosen size. */
function sizeChoice(value: string, before: SizeChoice, limits: SizeLimits | null): SizeChoice {
  const common = COMMON_SIZES.find((each) => sizeText(each) === value);
  if (common) return { kind: 'common', size: common };
  if (value === 'canvas') return { kind: 'canvas' };
  if (before.kind === 'custom') return before;
  const { width, height } = (before.kind === 'common' ? before.size : limits?.canvas) ?? NO_SIZE;
  return { kind: 'custom', width: String(width), height: String(height) };
}

const NO_SIZE = { width: '', height: '' };

interface RowProps {
  readonly name?: string;
  readonly children: ReactNode;
}

export function Row({ name, children }: RowProps) {
  return (
    <div className={dialog['row']}>
      {name !== undefined && (
        <span className={dialog['name']} aria-hidden="true">
          {name}
        </span>
      )}
      {children}
    </div>
  );
}
