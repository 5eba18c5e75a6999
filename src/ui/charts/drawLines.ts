import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { LINE_TOKENS, lineToken } from './lineTokens.ts';

const HEIGHT = 132;
/** Space around the lines, in CSS pixels. */
const TOP = 10;
const RIGHT = 12;
/** Distances of the labels below the lines: places are whole numbers. */
const PLACE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200];
const AXIS_FONT = '11px system-ui, sans-serif';
const LINE_WIDTH = 1.25;
/** The size of a mark, in CSS pixels. */
const MARK = 5;

const TOKENS = ['--text-quiet', '--border-faint', '--danger', ...LINE_TOKENS] as const;
type Token = (typeof TOKENS)[number];

export interface ChartedLines {
  /** Ascending positions. */
  readonly places: readonly number[];
  /** A value for each place; null leaves a gap in the line. */
  readonly lines: readonly (readonly (number | null)[])[];
  /** The places with a mark on the lower edge. */
  readonly marked: readonly number[];
}

interface Chart {
  /** How many lines there are. */
  readonly lines: number;
  /** The newest values. */
  read(): ChartedLines;
  /** The first and the last place. */
  placeRange(charted: ChartedLines): [first: number, last: number];
  /** Both are null if there is no value. */
  valueRange(least: number | null, most: number | null): [least: number, most: number];
  valueText(value: number): string;
  /** Null once the pointer has left the chart. */
  onPoint(index: number | null): void;
  onPick(index: number): void;
}

export type DrawnLines = ReturnType<typeof drawLines>;

/** Charts lines over places at the full width of an element. */
export function drawLines(parent: HTMLElement, chart: Chart) {
  const disposer = createDisposer();
  const colors = createColors(parent);
  disposer.add(colors.dispose);
  let charted = chart.read();
  const dataOf = ({ places, lines }: ChartedLines): uPlot.AlignedData => [
    [...places],
    ...lines.map((line) => [...line]),
  ];
  const plot = new uPlot(
    optionsOf(parent, chart, colors, () => charted),
    dataOf(charted),
    parent,
  );
  disposer.add(() => plot.destroy());
  // The library takes some clicks for the ends of drags, and stops them.
  plot.over.addEventListener('pointerup', ({ offsetX }) => {
    if (charted.places.length > 0) chart.onPick(plot.posToIdx(offsetX));
  });
  const sizes = new ResizeObserver(() =>
    plot.setSize({ width: parent.clientWidth, height: HEIGHT }),
  );
  sizes.observe(parent);
  disposer.add(() => sizes.disconnect());
  disposer.add(
    whenThemeChanges(() => {
      colors.read();
      plot.redraw();
    }),
  );
  return {
    update() {
      charted = chart.read();
      plot.setData(dataOf(charted));
    },
    /** Moves the line that shows the pointed place; null hides it. */
    point(index: number | null) {
      const place = index === null ? undefined : charted.places[index];
      const left = place === undefined ? -1 : plot.valToPos(place, 'x');
      plot.setCursor({ left, top: place === undefined ? -1 : 0 }, false);
    },
    dispose: disposer.dispose,
  };
}

function optionsOf(
  parent: HTMLElement,
  chart: Chart,
  colors: ReturnType<typeof createColors>,
  charted: () => ChartedLines,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: () => colors.of('--text-quiet'),
    font: AXIS_FONT,
    grid: { stroke: () => colors.of('--border-faint'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    padding: [TOP, RIGHT, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: false, range: () => chart.placeRange(charted()) },
      y: { range: (_, least, most) => chart.valueRange(least, most) },
    },
    axes: [
      {
        ...axis,
        size: 24,
        incrs: PLACE_STEPS,
        values: (_, splits) => splits.map((each) => `${each}`),
      },
      { ...axis, size: 58, values: (_, splits) => splits.map(chart.valueText) },
    ],
    series: [
      {},
      ...Array.from({ length: chart.lines }, (_, line) => ({
        stroke: () => colors.of(lineToken(line)),
        width: LINE_WIDTH,
        points: { show: false },
      })),
    ],
    hooks: {
      setCursor: [({ cursor }) => chart.onPoint(cursor.idx ?? null)],
      draw: [(plot) => drawMarks(plot, charted().marked, colors.of('--danger'))],
    },
  };
}

/** Draws a square on the lower edge at each of the places. */
function drawMarks(plot: uPlot, places: readonly number[], color: string): void {
  const { ctx, bbox } = plot;
  const size = MARK * devicePixelRatio;
  ctx.fillStyle = color;
  for (const place of places) {
    const x = plot.valToPos(place, 'x', true);
    ctx.fillRect(x - size / 2, bbox.top + bbox.height - size, size, size);
  }
}

/** The page's colours for the canvas. They depend on the theme. */
function createColors(parent: HTMLElement) {
  const probe = document.createElement('span');
  probe.hidden = true;
  parent.append(probe);
  const read = (token: Token) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const readAll = () => new Map(TOKENS.map((token) => [token, read(token)]));
  let known = readAll();
  return {
    of: (token: Token) => known.get(token) ?? '',
    read() {
      known = readAll();
    },
    dispose: () => probe.remove(),
  };
}

function whenThemeChanges(onChange: () => void): Dispose {
  const choice = new MutationObserver(onChange);
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', onChange);
  return () => {
    choice.disconnect();
    system.removeEventListener('change', onChange);
  };
}
