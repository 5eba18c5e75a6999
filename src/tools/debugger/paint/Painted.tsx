import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { texelAt } from '#core/data/pictureTexels.ts';
import type { ValueSample } from '#core/data/valueHistory.ts';
import type { PaintMap } from '#engine/gpu/trace/paintPasses.ts';
import legend from '#tools/debugger/panel/Legend.module.css';
import { shortText } from '#tools/debugger/trace/formatValue.ts';
import { Button } from '#ui/Button.tsx';
import { ValueChart } from '#ui/charts/ValueChart.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './Painted.module.css';
import type { PaintSession } from './paintSession.ts';
import {
  emptyText,
  isThreadIn,
  type PaintedThread,
  type PaintState,
  type PaintTime,
  shownRange,
} from './paintState.ts';

interface PaintProps {
  readonly session: PaintSession;
  readonly canvas: HTMLCanvasElement;
  /** Charts a thread's value over frames; null for none. */
  readonly chart: (thread: PaintedThread | null) => void;
}

/** The painted values and their legend: over the picture, or by themselves where there is none. */
export function Painted({ isFigure, ...props }: PaintProps & { readonly isFigure: boolean }) {
  const { session } = props;
  const state = useStore(session.store);
  const { place, problem, isFollowing, isBlocked } = state;
  if (!place && problem === null && !state.isCompiling && !isFollowing) return null;
  return (
    <div className={isFigure ? styles['figure'] : undefined}>
      {place && !isBlocked && <PaintedPicture {...props} />}
      <Legend {...props} state={state} />
    </div>
  );
}

interface ChartProps extends Pick<PaintProps, 'session'> {
  readonly onShow: (sample: ValueSample) => void;
}

const NO_THREAD = 'The picture is smaller now and has no such thread. Click another one.';

/** The painted value of one thread over the last frames, if one is charted. */
export function PaintedChart({ session, onShow }: ChartProps) {
  const { place, charted, size } = useStore(session.store);
  if (!place || !charted) return null;
  const { thread, history } = charted;
  const count = history.newest?.values.length ?? 1;
  return (
    <ValueChart
      title={`${place.name} at (${thread.join(', ')})`}
      lines={count > 1 ? [...'xyzw'.slice(0, count)] : []}
      history={history}
      problem={size && !isThreadIn(size, thread) ? NO_THREAD : null}
      onShow={onShow}
      onClose={() => session.chart(null)}
    />
  );
}

function PaintedPicture({ session, canvas, chart }: PaintProps) {
  const holder = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    holder.current?.append(canvas);
    return () => canvas.remove();
  }, [canvas]);
  const threadAt = (event: PointerEvent<HTMLDivElement>) => {
    const { size } = session.store.getState();
    return size && texelAt(event, canvas.getBoundingClientRect(), size.width, size.height);
  };
  return (
    <div
      ref={holder}
      className={styles['painted']}
      title="Click to chart the value over frames"
      onPointerDown={(event) => event.button === 0 && chart(threadAt(event))}
      onPointerMove={(event) => session.point(threadAt(event))}
      onPointerLeave={() => session.point(null)}
    />
  );
}

const MAPS: readonly { readonly value: PaintMap; readonly text: string }[] = [
  { value: 'viridis', text: 'Viridis' },
  { value: 'grey', text: 'Grey' },
  { value: 'diverging', text: 'Diverging around 0' },
  { value: 'sign', text: 'By sign' },
  { value: 'bands', text: 'Whole numbers' },
  { value: 'arrows', text: 'Arrows' },
];

const SCALES: readonly { readonly value: PaintState['scale']; readonly text: string }[] = [
  { value: 'frame', text: 'Of the frame' },
  { value: 'unit', text: '0 to 1' },
  { value: 'fixed', text: 'Fixed' },
];

const TIMES: readonly { readonly value: PaintTime; readonly text: string }[] = [
  { value: 'last', text: 'Last time' },
  { value: 'first', text: 'First time' },
  { value: 'chosen', text: 'Chosen time' },
  { value: 'count', text: 'How often' },
];

interface LegendProps extends Pick<PaintProps, 'session' | 'chart'> {
  readonly state: PaintState;
}

function Legend({ session, chart, state }: LegendProps) {
  const { size, charted, place, problem, isCompiling, pointed, isFollowing } = state;
  const empty = place && emptyText(state);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a strip
    <div
      className={`${legend['legend']} ${styles['strip']}`}
      role="group"
      aria-label="Painted value"
    >
      {place && <code className={styles['name']}>{place.name}</code>}
      {place && problem === null && <Scale session={session} state={state} />}
      {empty !== null && problem === null && <p className={styles['quiet']}>{empty}</p>}
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      {isCompiling && <p className={styles['quiet']}>Compiling…</p>}
      <span className={styles['buttons']}>
        <Button
          kind="small"
          pressed={isFollowing}
          hint="Paint the value at the cursor whenever it rests"
          onClick={() => session.setFollowing(!isFollowing)}
          label="Paint where the cursor is"
        >
          Follow cursor
        </Button>
        {place && problem === null && size && (
          <Button
            kind="small"
            pressed={charted !== null}
            hint="Chart the value of a thread over frames: the middle one, or the one that you click"
            onClick={() => chart(charted ? null : [size.width >> 1, size.height >> 1])}
            label="Chart over frames"
          >
            Chart
          </Button>
        )}
        {place && problem === null && (
          <Button
            kind="small"
            hint="Save the picture with the painted values over it as PNG"
            onClick={() => void session.save()}
            label="Save painted picture"
          >
            Save
          </Button>
        )}
        <Button kind="icon" label="Stop painting" hint="Stop painting" onClick={session.stop}>
          <CloseIcon />
        </Button>
      </span>
      <output
        className={legend['pointed']}
        aria-label="Painted value under the pointer"
        aria-live="off"
      >
        {pointed}
      </output>
    </div>
  );
}

function Scale({ session, state }: Pick<LegendProps, 'session' | 'state'>) {
  const { place, map, scale, time, iteration, call, isStrip, size } = state;
  const [least, most] = shownRange(state);
  const fix = (fixed: readonly [number, number]) => session.setLook({ scale: 'fixed', fixed });
  const select = (part: Part | null) => {
    const at = (place: number) => least + (most - least) * place;
    if (part) fix([at(part.from), at(part.to)]);
    else session.setLook({ scale: 'frame' });
  };
  return (
    <>
      <Choice
        label="Color map"
        value={map}
        options={MAPS}
        onChoose={(chosen) => session.setLook({ map: chosen })}
      />
      <Choice
        label="Range"
        value={scale}
        options={SCALES}
        onChoose={(chosen) => session.setLook({ scale: chosen, fixed: [least, most] })}
      />
      <span className={styles['ends']}>
        <NumberField label="Smallest" value={least} onChange={(value) => fix([value, most])} />
        <Ramp map={map} onSelect={select} />
        <NumberField label="Largest" value={most} onChange={(value) => fix([least, value])} />
      </span>
      <Choice
        label="Iteration"
        hint="Which value, where a thread has several"
        value={time}
        options={TIMES}
        onChoose={(chosen) => session.keep({ time: chosen })}
      />
      {time === 'chosen' && (
        <NumberField
          label="Time"
          value={iteration}
          onChange={(value) => session.keep({ iteration: Math.max(1, Math.round(value)) })}
        />
      )}
      {place && place.calls.length > 1 && (
        <Choice
          label="Call"
          hint="The call of the function whose values are painted"
          value={String(call)}
          options={[
            { value: 'null', text: 'All calls' },
            ...place.calls.map(({ text }, index) => ({ value: String(index), text })),
          ]}
          onChoose={(chosen) => session.keep({ call: chosen === 'null' ? null : Number(chosen) })}
        />
      )}
      {isStrip && size && (
        <NumberField
          label="Columns"
          value={size.width}
          onChange={(value) => session.keep({ columns: Math.max(1, Math.round(value)) })}
        />
      )}
    </>
  );
}

/** A part of the legend, from 0 to 1. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** Shorter parts come from clicks. */
const LEAST_PART = 0.02;

interface RampProps {
  readonly map: PaintMap;
  /** Null for the whole range of the frame. */
  readonly onSelect: (part: Part | null) => void;
}

/** The colors. Dragging over them chooses a range; the fields beside them do so by keyboard. */
function Ramp({ map, onSelect }: RampProps) {
  const [start, setStart] = useState<number | null>(null);
  const [part, setPart] = useState<Part | null>(null);
  const placeOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
  };
  const end = () => {
    setStart(null);
    setPart(null);
  };
  return (
    <span
      className={styles['ramp']}
      data-map={map}
      aria-hidden="true"
      title="Drag to choose a range; double-click for that of the frame"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart(placeOf(event));
      }}
      onPointerMove={(event) => {
        const place = placeOf(event);
        if (start !== null) setPart({ from: Math.min(start, place), to: Math.max(start, place) });
      }}
      onPointerUp={() => {
        if (part && part.to - part.from >= LEAST_PART) onSelect(part);
        end();
      }}
      onPointerCancel={end}
      onDoubleClick={() => onSelect(null)}
    >
      {part && (
        <span
          className={styles['part']}
          style={{ left: `${part.from * 100}%`, width: `${(part.to - part.from) * 100}%` }}
        />
      )}
    </span>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly hint?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChoose: (value: Value) => void;
}

/** A select whose values have a type. */
function Choice<Value extends string>({ onChoose, ...select }: ChoiceProps<Value>) {
  const choose = (value: string) => {
    const chosen = select.options.find((each) => each.value === value);
    if (chosen) onChoose(chosen.value);
  };
  return <Select {...select} onChange={choose} />;
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function NumberField({ label, value, onChange }: NumberFieldProps) {
  /** What the user types, so that a new range of the frame does not replace it. */
  const [draft, setDraft] = useState<string | null>(null);
  const text = shortText({ kind: 'number', type: 'float', value });
  const commit = () => {
    setDraft(null);
    const typed = draft?.trim() ? Number(draft) : Number.NaN;
    if (Number.isFinite(typed) && draft !== text) onChange(typed);
  };
  return (
    <input
      className={`field ${styles['number']}`}
      type="number"
      step="any"
      aria-label={label}
      title={label}
      value={draft ?? text}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur();
      }}
      onBlur={commit}
    />
  );
}
