import { useId } from 'react';
import { useStore } from 'zustand';
import { fragmentOf, type PixelFragment, type TraceTarget } from '#tools/debugger/state.ts';
import type { DebuggerProps } from './debuggerProps.ts';
import { fragmentText } from './labels.ts';
import styles from './Sections.module.css';

/** The fragments of the traced pixel, and the vertices that the traced one comes from. */
export function Fragments({ store, commands }: DebuggerProps) {
  const shown = useStore(store, (state) => state.shown);
  const heading = useId();
  const verticesHeading = useId();
  if (!shown || shown.fragments.length === 0) return null;
  const { fragments, target } = shown;
  const current = fragmentOf(shown);
  const from = current ?? fragments.find((each) => isVertexOf(each, target));
  return (
    <section className={styles['section']}>
      <h2 id={heading}>Fragments of this pixel</h2>
      <ul className={styles['list']} aria-labelledby={heading}>
        {fragments.map((fragment) => (
          <li key={`${fragment.entryPoint} ${fragment.thread.join(' ')}`}>
            <button
              type="button"
              className={styles['item']}
              aria-current={fragment === current || undefined}
              onClick={() => commands.traceFragment(fragment)}
            >
              <span className={styles['kind']} data-kind={fragment.kind}>
                {fragment.kind}
              </span>{' '}
              <span className={styles['code']}>{fragment.entryPoint}</span>{' '}
              <span className={styles['quiet']}>{fragmentText(fragment)}</span>
            </button>
          </li>
        ))}
      </ul>
      {from && from.vertices.length > 0 && (
        <>
          <h2 id={verticesHeading} className={styles['next']}>
            Vertices of this fragment
          </h2>
          <ol className={styles['list']} aria-labelledby={verticesHeading}>
            {from.vertices.map((vertex, corner) => (
              <li key={vertex}>
                <button
                  type="button"
                  className={styles['item']}
                  aria-current={(from !== current && vertex === target.thread[0]) || undefined}
                  onClick={() => commands.traceVertex(from, corner)}
                >
                  <span className={styles['code']}>{from.vertex}</span>
                  <span
                    className={styles['quiet']}
                  >{` vertex ${vertex.toLocaleString('en')}`}</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function isVertexOf({ vertex, vertices, instance }: PixelFragment, target: TraceTarget): boolean {
  const [number, ofInstance] = target.thread;
  return vertex === target.entryPoint && instance === ofInstance && vertices.includes(number);
}
