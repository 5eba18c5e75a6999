import { useState } from 'react';
import { useStore } from 'zustand';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';
import { Beside } from '#tools/resources/panel/Beside.tsx';
import { StatisticsView } from '#tools/resources/panel/statistics/StatisticsView.tsx';
import { TextureBar } from './TextureBar.tsx';
import { TextureCanvas } from './TextureCanvas.tsx';
import styles from './TextureView.module.css';

/** A texture as an image, drawn directly from the texture by the GPU. */
export function TextureView(props: ResourceProps) {
  const { store, entry } = props;
  const view = useStore(store, (state) => state.view);
  const [canvas, setCanvas] = useState({ width: 0, height: 0 });
  const [hasStatistics, setHasStatistics] = useState(false);
  if (entry.size.some((each) => each === 0)) {
    return <p className={styles['note']}>This texture has no texels.</p>;
  }
  return (
    <div className={styles['view']}>
      <TextureBar
        {...props}
        view={view}
        canvas={canvas}
        hasStatistics={hasStatistics}
        onToggleStatistics={() => setHasStatistics(!hasStatistics)}
      />
      <Beside aside={hasStatistics && <StatisticsView {...props} />}>
        <TextureCanvas {...props} view={view} size={canvas} onResize={setCanvas} />
      </Beside>
    </div>
  );
}
