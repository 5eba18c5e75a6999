import { useEffect, useEffectEvent, useState } from 'react';
import type { Column } from '#core/data/columns.ts';
import { columnValues, type NumberArray } from '#core/data/downsample.ts';
import { bytesText } from '#core/util/bytesText.ts';
import type { ResourceProps } from '#tools/resources/kinds/kind.ts';

export type ColumnValues =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'values'; readonly values: NumberArray };

/** Larger buffers are not read as a whole while frames follow each other. */
const MOST_BYTES = 256_000_000;

/** Milliseconds between two readings of a small buffer, and of each megabyte of a larger one. */
const INTERVAL = 400;
const PER_MEGABYTE = 100;

/** The numbers of a column in all elements, read again as frames follow each other. */
export function useColumnValues(props: ResourceProps, column: Column | null): ColumnValues {
  const { store, commands, entry } = props;
  const [read, setRead] = useState<NumberArray | null>(null);
  const { bytes, layout } = entry;
  const isRefused = bytes > MOST_BYTES;
  const update = useEffectEvent(async (isWanted: () => boolean) => {
    if (!layout || !column) return;
    const all = await commands.readAll(entry.name);
    if (all && isWanted()) setRead(columnValues(all, layout, column));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another buffer or column is read at once
  useEffect(() => {
    if (isRefused) return undefined;
    let isOver = false;
    let isReading = false;
    let frame: number | null = null;
    const check = async () => {
      const next = store.getState().frame;
      if (isReading || next === frame) return;
      frame = next;
      isReading = true;
      await update(() => !isOver);
      isReading = false;
    };
    void check();
    const interval = INTERVAL + (bytes / 1_000_000) * PER_MEGABYTE;
    const timer = setInterval(() => void check(), interval);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [store, entry, column, isRefused]);
  if (isRefused) {
    const reason = `A chart reads the whole buffer. ${bytesText(bytes)} are too much for that; the limit is ${bytesText(MOST_BYTES)}.`;
    return { kind: 'refused', reason };
  }
  // Those of the column before stay until the new ones are there.
  return read ? { kind: 'values', values: read } : { kind: 'waiting' };
}
