import dialog from '#tools/capture/panel/dialog.module.css';
import { TextField } from '#tools/capture/panel/TextField.tsx';
import { Select } from '#ui/Select.tsx';
import type { FieldsProps } from './fieldsProps.ts';

const UNITS = [
  { value: 'frames', text: 'By frames' },
  { value: 'seconds', text: 'By seconds' },
] as const;

/** Chooses which part of the run is filmed. */
export function RangeFields({ choices, onChange }: FieldsProps) {
  return (
    <div className={dialog['row']}>
      <span className={dialog['name']}>Range</span>
      <Select
        label="Range"
        hint="Frames of the run, of which there are 60 a second, or seconds of TIME"
        value={choices.rangeBy}
        options={UNITS}
        onChange={(value) => {
          const unit = UNITS.find((each) => each.value === value);
          if (unit) onChange({ rangeBy: unit.value });
        }}
      />
      {choices.rangeBy === 'frames' ? (
        <>
          <TextField
            label="First frame"
            value={choices.firstFrame}
            onChange={(firstFrame) => onChange({ firstFrame })}
          />
          to
          <TextField
            label="Last frame"
            value={choices.lastFrame}
            onChange={(lastFrame) => onChange({ lastFrame })}
          />
        </>
      ) : (
        <>
          from
          <TextField
            label="Start in seconds"
            value={choices.start}
            kind="decimal"
            onChange={(start) => onChange({ start })}
          />
          s for
          <TextField
            label="Duration in seconds"
            value={choices.duration}
            kind="decimal"
            onChange={(duration) => onChange({ duration })}
          />
          s
        </>
      )}
    </div>
  );
}
