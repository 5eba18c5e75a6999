import type { Profiled } from '#tools/profile/state.ts';
import { costText, methodText, readBackText, setUpText, uploadText } from './costTexts.ts';
import styles from './ProfilePanel.module.css';

/** What a run costs beside its passes, and how good the figures are. */
export function Costs({ profiled }: { readonly profiled: Profiled }) {
  const { facts } = profiled;
  const items: readonly (readonly [name: string, text: string])[] = [
    ['Upload in a frame', uploadText(facts)],
    ['Read-back in a frame', readBackText(facts)],
    ['Newest run', setUpText(facts)],
    ['Resolution', methodText(profiled)],
    ['Cost of measuring', costText(profiled)],
  ];
  return (
    <dl className={styles['costs']} aria-label="Other costs">
      {items.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
