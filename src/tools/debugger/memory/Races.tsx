import { placeText } from '#core/source/instrument/places.ts';
import { raceText, threadText } from '#tools/debugger/panel/labels.ts';
import styles from '#tools/debugger/panel/Sections.module.css';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type { FoundRaces, ListedRace, ListedThread } from './races.ts';

interface RacesProps extends FoundRaces {
  readonly commands: DebuggerCommands;
}

/** The result of “Find races”. */
export function Races({ races, remarks, commands }: RacesProps) {
  return (
    <>
      {races.length === 0 ? (
        <p className={styles['note']} role="status">
          No two threads of a call raced for an element in this frame.
        </p>
      ) : (
        <ul className={styles['list']} aria-label="Races">
          {races.map((race) => (
            <li key={JSON.stringify(race)} className={styles['row']}>
              <RaceItem race={race} commands={commands} />
            </li>
          ))}
        </ul>
      )}
      {remarks.map((remark) => (
        <p key={remark} className={styles['note']}>
          {remark}
        </p>
      ))}
    </>
  );
}

function RaceItem({ race, commands }: { race: ListedRace; commands: DebuggerCommands }) {
  const { element, entryPoint, threads } = race;
  const text = raceText(race);
  const link = ({ thread, site, place, isStore }: ListedThread) => (
    <button
      type="button"
      className={styles['link']}
      title={`Trace this thread, which ${isStore ? 'stores' : 'loads'}${place ? ` in ${placeText(place)}` : ''}`}
      onClick={() => commands.traceThread(entryPoint, thread, site)}
    >
      {threadText(thread)}
    </button>
  );
  return (
    <span>
      <code>{element}</code>: {entryPoint}, threads {link(threads[0])} and {link(threads[1])}
      {text === '' ? '' : `, ${text}`}
    </span>
  );
}
