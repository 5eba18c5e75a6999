import { useLayoutEffect, useRef } from 'react';
import type { Gain } from '#engine/gpu/compare/difference.ts';
import { comparisonText, pinText } from '#tools/capture/compare/session/labels.ts';
import type { CompareCommands, CompareState, CompareView } from '#tools/capture/compare/state.ts';
import { Button } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import styles from './CompareOverlay.module.css';

interface CompareStripProps {
  readonly state: CompareState;
  readonly commands: CompareCommands;
}

const VIEWS: readonly { readonly value: CompareView; readonly text: string }[] = [
  { value: 'wipe', text: 'Wipe' },
  { value: 'difference', text: 'Difference' },
  { value: 'pinned', text: 'Pinned only' },
];

const GAINS: readonly Gain[] = [1, 8, 64];

/** What is compared and how, over the lower edge of the picture. */
export function CompareStrip({ state, commands }: CompareStripProps) {
  const strip = useFocusReturn<HTMLFieldSetElement>();
  const { pin, view, gain, problem, comparison } = state;
  return (
    <fieldset
      ref={strip}
      className={styles['strip']}
      aria-label="Comparison"
      onKeyDown={(event) => {
        if (event.key === 'Escape') commands.toggle();
      }}
    >
      <Select
        label="Comparison view"
        value={view}
        options={VIEWS}
        onChange={(value) => {
          const chosen = VIEWS.find((each) => each.value === value);
          if (chosen) commands.setView(chosen.value);
        }}
      />
      {view === 'difference' && (
        <Select
          label="Amplify differences"
          hint="By how much the image multiplies differences"
          value={String(gain)}
          options={GAINS.map((each) => ({ value: String(each), text: `${each}×` }))}
          onChange={(value) => {
            const chosen = GAINS.find((each) => String(each) === value);
            if (chosen) commands.setGain(chosen);
          }}
        />
      )}
      <div className={styles['texts']}>
        {problem === null ? (
          <span>{pinText(state)}</span>
        ) : (
          <span role="alert" className={styles['problem']}>
            {problem}
          </span>
        )}
        {pin && (
          <span>
            Difference:{' '}
            <output aria-label="Difference" aria-live="off">
              {comparisonText(comparison, pin)}
            </output>
          </span>
        )}
      </div>
      <div className={styles['buttons']}>
        <Button kind="small" hint="Pin the current picture" onClick={commands.pinAgain}>
          Pin again
        </Button>
        <Button
          kind="small"
          hint="Stop comparing; the pinned picture stays for the next time (Escape)"
          onClick={commands.toggle}
        >
          Close
        </Button>
      </div>
    </fieldset>
  );
}

/** An element that gives the focus back to where it was before, when it goes away with it. */
function useFocusReturn<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null);
  useLayoutEffect(() => {
    const own = element.current;
    const before = document.activeElement;
    return () => {
      const hasFocus = own?.contains(document.activeElement) ?? false;
      if (hasFocus && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return element;
}
