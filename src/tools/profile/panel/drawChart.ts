import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import type { ChartedFrame, FrameHistory } from '#tools/profile/state.ts';
import { KEPT_FRAMES } from '#tools/profile/statistics.ts';

const HEIGHT = 132;
const MILLISECOND = 1e6;
/** Space above the slowest frame, as a fraction of its time. */
const HEADROOM = 0.1;
const AXIS_FONT = '11px system-ui, sans-serif';

export type DrawnChart = ReturnType<typeof drawChart>;

interface ChartEvents {
  /** Null once the pointer has left the chart. */
  onPoint(frame: ChartedFrame | null): void;
  onPick(frame: ChartedFrame): void;
}

/** Charts the newest frames at the full width of an element. */
export function drawChart(
  parent: HTMLElement,
  frames: FrameHistory,
  { onPoint, onPick }: ChartEvents,
) {
  const disposer = createDisposer();
  const colors = createColors(parent);
  disposer.add(colors.dispose);
  let shown: readonly ChartedFrame[] = [];
  const frameAt = (index: number | null | undefined) => shown[index ?? -1] ?? null;
  const chart = new uPlot(
    optionsOf(parent, colors, (index) => onPoint(frameAt(index))),
    [[], []],
    parent,
  );
  disposer.add(() => chart.destroy());
  const update = () => {
    shown = Array.from({ length: frames.length }, (_, index) => frames.at(index));
    const first = 1 - shown.length;
    chart.setData([
      shown.map((_, index) => first + index),
      shown.map(({ total }) => total / MILLISECOND),
    ]);
  };
  chart.over.addEventListener('click', () => {
    const frame = frameAt(chart.cursor.idx);
    if (frame) onPick(frame);
  });
  const sizes = new ResizeObserver(() =>
    chart.setSize({ width: parent.clientWidth, height: HEIGHT }),
  );
  sizes.observe(parent);
  disposer.add(() => sizes.disconnect());
  disposer.add(
    whenThemeChanges(() => {
      colors.read();
      chart.redraw();
    }),
  );
  update();
  return {
    update,
    dispose: disposer.dispose,
  };
}

function optionsOf(
  parent: HTMLElement,
  colors: ReturnType<typeof createColors>,
  onPoint: (index: number | null | undefined) => void,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: () => colors.of('text'),
    font: AXIS_FONT,
    grid: { stroke: () => colors.of('grid'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: false, range: [1 - KEPT_FRAMES, 0] },
      y: { range: (_, __, most) => [0, most > 0 ? most * (1 + HEADROOM) : 1] },
    },
    axes: [
      { ...axis, size: 24, values: (_, splits) => splits.map((each) => `${each}`) },
      { ...axis, size: 58, values: (_, splits) => splits.map((each) => `${each} ms`) },
    ],
    series: [{}, { stroke: () => colors.of('line'), width: 1.25, points: { show: false } }],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx)] },
  };
}

const TOKENS = { line: '--accent', text: '--text-quiet', grid: '--border-faint' } as const;

/** The page's colours for the canvas. They depend on the theme. */
function createColors(parent: HTMLElement) {
  const probe = document.createElement('span');
  probe.hidden = true;
  parent.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const readAll = () => ({
    line: read(TOKENS.line),
    text: read(TOKENS.text),
    grid: read(TOKENS.grid),
  });
  let known = readAll();
  return {
    of: (name: keyof typeof TOKENS) => known[name],
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
