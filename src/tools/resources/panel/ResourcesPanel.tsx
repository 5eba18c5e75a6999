import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ResourcesProps } from '#tools/resources/kinds/kind.ts';
import { kindOf } from '#tools/resources/kinds/kinds.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import { ResourceList } from './ResourceList.tsx';
import styles from './ResourcesPanel.module.css';

/** The Resources tab: what the run has, and the content of one of them. */
export function ResourcesPanel(props: ResourcesProps) {
  const { store, commands } = props;
  const resources = useStore(store, (state) => state.resources);
  const selected = useStore(store, (state) => state.selected);
  const problem = useStore(store, (state) => state.problem);
  useEffect(() => {
    commands.open();
    return () => commands.close();
  }, [commands]);
  const entry = resources.find(({ name }) => name === selected) ?? null;
  return (
    <div className={styles['panel']}>
      {problem !== null && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      {resources.length === 0 ? (
        <p className={styles['hint']}>
          The run has no resources yet. They appear with its first frame.
        </p>
      ) : (
        <div className={styles['columns']}>
          <ResourceList {...props} />
          <section className={styles['detail']} aria-label="Resource">
            {entry ? (
              // A resource of another kind under the same name starts afresh.
              <Content key={`${entry.kind} ${entry.name}`} {...props} entry={entry} />
            ) : (
              <p className={styles['hint']}>
                Select a resource to see its content. Drop a file on a resource to load it.
              </p>
            )}
          </section>
        </div>
      )}
    </div>
  );
}

function Content(props: ResourcesProps & { readonly entry: ResourceEntry }) {
  const kind = kindOf(props.entry);
  return <kind.View {...props} kind={kind} />;
}
