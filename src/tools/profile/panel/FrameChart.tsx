import { useEffect, useRef, useState } from 'react';
import type { ChartedFrame, FrameHistory } from '#tools/profile/state.ts';
import { timeText } from '#tools/profile/timeText.ts';
import { Button } from '#ui/Button.tsx';
import type { DrawnChart } from './drawChart.ts';
import styles from './FrameChart.module.css';
import type { ProfileProps } from './profileProps.ts';

/** Milliseconds between two drawings: each takes as long as many figures of the table. */
const INTERVAL = 1000;

/** GPU time of the newest frames. A click on one pauses and shows it. */
export function FrameChart({ session }: ProfileProps) {
  const { store, commands, frames } = session;
  const parent = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<ChartedFrame | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let chart: DrawnChart | null = null;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const create = async () => {
      const { drawChart } = await import('./drawChart.ts');
      if (isOver || !parent.current) return;
      chart = drawChart(parent.current, frames, {
        onPoint: setPointed,
        onPick: commands.showFrame,
      });
    };
    create().catch(() => setProblem('The chart could not be loaded. Reload the page to see it.'));
    const unsubscribe = store.subscribe(({ profiled }, before) => {
      if (profiled === before.profiled) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        chart?.update();
      }, INTERVAL);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      unsubscribe();
      chart?.dispose();
    };
  }, [store, commands, frames]);
  const showSlowest = () => {
    const slowest = slowestOf(frames);
    if (slowest) commands.showFrame(slowest);
  };
  return (
    <figure className={styles['chart']} aria-label="GPU time of the newest frames">
      <figcaption className={styles['caption']}>
        <span>{problem ?? captionOf(pointed)}</span>
        <Button kind="small" hint="Pause at the slowest frame of the chart" onClick={showSlowest}>
          Show slowest frame
        </Button>
      </figcaption>
      <div ref={parent} className={styles['drawing']} />
    </figure>
  );
}

function captionOf(pointed: ChartedFrame | null): string {
  return pointed
    ? `Frame ${pointed.number}: ${timeText(pointed.total)}. Click to pause there.`
    : 'GPU time of the newest frames';
}

/** Null if there is none. */
function slowestOf(frames: FrameHistory): ChartedFrame | null {
  let slowest: ChartedFrame | null = null;
  for (let index = 0; index < frames.length; index += 1) {
    const frame = frames.at(index);
    if (!slowest || frame.total > slowest.total) slowest = frame;
  }
  return slowest;
}
