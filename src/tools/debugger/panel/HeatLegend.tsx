import type { Texel } from '#core/data/pictureTexels.ts';
import type { HeatMap } from '#core/source/instrument/search.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import styles from './Heat.module.css';
import { type HeatRange, heatGradient } from './heat.ts';

interface HeatLegendProps {
  readonly heat: HeatMap;
  /** Null if no thread executed a statement. */
  readonly range: HeatRange | null;
  /** The texel under the pointer. */
  readonly pointed: Texel | null;
  /** From 0 to 1. */
  readonly opacity: number;
  readonly onOpacity: (opacity: number) => void;
  readonly onHide: () => void;
}

/** What the colours of the heat map mean, over the lower edge of the picture. */
export function HeatLegend(props: HeatLegendProps) {
  const { heat, range, pointed, opacity, onOpacity, onHide } = props;
  return (
    <figure className={styles['legend']} aria-label="Heat map legend">
      {range && !range.isEven ? (
        <>
          <Scale range={range} />
          <label className={styles['opacity']}>
            Opacity
            <input
              type="range"
              min={0}
              max={100}
              step={5}
              value={Math.round(100 * opacity)}
              aria-valuetext={`${Math.round(100 * opacity)} %`}
              onChange={(event) => onOpacity(Number(event.target.value) / 100)}
            />
          </label>
        </>
      ) : (
        <p>{evenText(range)}</p>
      )}
      <output
        className={styles['pointed']}
        aria-label="Statements under the pointer"
        aria-live="off"
      >
        {pointed && pointedText(heat, pointed)}
      </output>
      <Button kind="icon" label="Hide heat map" hint="Hide the heat map (Escape)" onClick={onHide}>
        <CloseIcon />
      </Button>
    </figure>
  );
}

function Scale({ range }: { readonly range: HeatRange }) {
  return (
    <div className={styles['scale']}>
      <div className={styles['gradient']} style={{ background: heatGradient() }} />
      <dl className={styles['marks']}>
        {(['least', 'median', 'most'] as const).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{range[name].toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** For a map whose colours would say nothing. */
function evenText(range: HeatRange | null): string {
  return range ? `All threads: ${statements(range.most)}` : 'No thread executed a statement.';
}

function pointedText({ counts, width, height }: HeatMap, [x, y]: Texel): string {
  const count = x < width && y < height ? (counts[y * width + x] ?? 0) : 0;
  return `x ${x}, y ${y}: ${statements(count)}`;
}

function statements(count: number): string {
  return count === 1 ? '1 statement' : `${count.toLocaleString('en')} statements`;
}
