import { type ReactElement, useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { type Writer, writerText } from '#core/source/instrument/accesses/writers.ts';
import { placeOf, placeText } from '#core/source/instrument/places.ts';
import { countText } from '#core/util/countText.ts';
import type { DebuggerProps } from '#tools/debugger/panel/debuggerProps.ts';
import styles from '#tools/debugger/panel/Sections.module.css';
import { shortText } from '#tools/debugger/trace/formatValue.ts';
import { loadingStep, type MemorySession, MOST_LOADS, type Origin } from './memorySession.ts';

interface LoadsProps extends DebuggerProps {
  readonly memory: MemorySession;
}

/** What the thread loads in the newest step that loads anything, with links to the threads that stored it. */
export function Loads({ store, commands, memory }: LoadsProps) {
  const shown = useStore(store, (state) => state.shown);
  const isFollowing = useStore(store, (state) => state.isFollowing);
  const { loads, origins, of, problem } = useStore(memory.store);
  const heading = useId();
  const isKnown = !isFollowing && shown !== null && !shown.isDated;
  useEffect(() => {
    if (isKnown) void memory.follow(shown);
  }, [memory, isKnown, shown]);
  if (!isKnown || of !== shown.replay) return null;
  const { replay, step, frame } = shown;
  const at = loads ? loadingStep(loads, step) : -1;
  const all = loads?.get(at) ?? [];
  return (
    <section className={styles['section']}>
      <h2 id={heading}>Loaded values</h2>
      {at >= 0 && (
        <p className={styles['note']}>
          {at === step ? (
            'In this step:'
          ) : (
            <>
              In{' '}
              <button type="button" className={styles['link']} onClick={() => commands.goTo(at)}>
                step {at.toLocaleString('en')},{' '}
                {placeText(placeOf(replay.trace.program, replay.lineAt(at)))}
              </button>
              :
            </>
          )}
        </p>
      )}
      {at < 0 && <p className={styles['note']}>{problem ?? textWithout(loads !== null)}</p>}
      {all.length > 0 && (
        <ul className={styles['list']} aria-labelledby={heading}>
          {all.slice(0, MOST_LOADS).map((load) => (
            <li key={load.key} className={styles['row']}>
              <span className={styles['code']}>
                {load.text}
                {load.value && ` = ${shortText(load.value)}`}
              </span>{' '}
              <OriginText
                origin={origins.get(load.key) ?? null}
                frame={frame}
                onOpen={commands.traceWriter}
                onLookBack={() => void memory.lookBack(load)}
              />
            </li>
          ))}
        </ul>
      )}
      {all.length > MOST_LOADS && (
        <p className={styles['note']}>And {(all.length - MOST_LOADS).toLocaleString('en')} more.</p>
      )}
    </section>
  );
}

function textWithout(isKnown: boolean): string {
  return isKnown
    ? 'Nothing from buffers, textures or shared memory up to this step.'
    : 'Finding out what the thread loads…';
}

interface OriginProps {
  readonly origin: Origin | null;
  /** The frame of the trace. */
  readonly frame: number;
  readonly onOpen: (writer: Writer, frame: number) => void;
  readonly onLookBack: () => void;
}

function OriginText({ origin, frame, onOpen, onLookBack }: OriginProps) {
  if (!origin) return null;
  switch (origin.kind) {
    case 'looking': {
      const where = origin.frame === null ? '' : ` in frame ${origin.frame.toLocaleString('en')}`;
      return <span className={styles['quiet']}>{`Looking${where}…`}</span>;
    }
    case 'written': {
      const when = origin.frame === frame ? 'in this frame' : `in frame ${origin.frame}`;
      const all = origin.writers.slice(-MOST_WRITERS).map((writer) => (
        <button
          key={`${writer.entryPoint} ${writer.thread.join(' ')}`}
          type="button"
          className={styles['link']}
          title={
            writer.fragment?.isDrawn
              ? 'Trace that fragment'
              : 'Trace that thread, where it stores this'
          }
          onClick={() => onOpen(writer, origin.frame)}
        >
          {`Written by ${writerText(writer)}, ${when}`}
        </button>
      ));
      return all.length === 1 ? all : <Several all={all} count={origin.writers.length} />;
    }
    case 'earlier':
      return (
        <>
          <span className={styles['quiet']}>Not written in this frame before.</span>{' '}
          <button type="button" className={styles['link']} onClick={onLookBack}>
            Look in earlier frames
          </button>
        </>
      );
    case 'none':
      return <span className={styles['quiet']}>{origin.text}</span>;
  }
}

/** More fragments would hide the other loads. */
const MOST_WRITERS = 8;

/** The fragments that a pixel is from, in their order. */
function Several({
  all,
  count,
}: {
  readonly all: readonly ReactElement[];
  readonly count: number;
}) {
  const shown = all.length < count ? `, of which these are the last ${all.length}` : '';
  return (
    <>
      <span className={styles['quiet']}>{`From ${countText(count, 'fragment')}${shown}:`}</span>
      <ol className={styles['list']}>
        {all.map((each) => (
          <li key={each.key}>{each}</li>
        ))}
      </ol>
    </>
  );
}
