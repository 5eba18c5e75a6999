import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { allExpanded, JsonView, type Props as JsonViewProps } from 'react-json-view-lite';
import { useStore } from 'zustand';
import { arrayAt, isJsonObject, type JsonValue } from '#core/util/json.ts';
import { hasAtMost } from '#core/util/jsonView.ts';
import { untilDisposed } from '#core/util/newest.ts';
import { runInSlices, whileNeeded } from '#core/util/slices.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { PanelBar } from '#ui/PanelBar.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ReflectionPanel.module.css';
import { ReflectionTables } from './ReflectionTables.tsx';
import {
  type ShownReflection,
  searchReflection,
  useWholeReflection,
} from './useWholeReflection.ts';

/** Number of levels that are expanded at first, except members with too many children. */
const OPEN_LEVELS = 3;
const MAX_OPEN_MEMBERS = 200;

const isOpenAtFirst = (level: number, value: object) =>
  level < OPEN_LEVELS && Object.keys(value).length <= MAX_OPEN_MEMBERS;

/** A search expands its matches up to this many values. More would block the page. */
const MAX_EXPANDED = 1000;

const TREE_STYLE: NonNullable<JsonViewProps['style']> = {
  container: styles['tree'] ?? '',
  basicChildStyle: styles['node'] ?? '',
  childFieldsContainer: styles['children'] ?? '',
  label: styles['label'] ?? '',
  clickableLabel: styles['label'] ?? '',
  nullValue: styles['plain'] ?? '',
  undefinedValue: styles['plain'] ?? '',
  booleanValue: styles['plain'] ?? '',
  otherValue: styles['plain'] ?? '',
  numberValue: styles['number'] ?? '',
  stringValue: styles['string'] ?? '',
  punctuation: styles['punctuation'] ?? '',
  expandIcon: styles['expand'] ?? '',
  collapseIcon: styles['collapse'] ?? '',
  collapsedContent: styles['collapsed'] ?? '',
  ariaLables: { expandJson: 'Expand', collapseJson: 'Collapse' },
  stringifyStringValues: true,
};

export function ReflectionPanel({ workspace }: { readonly workspace: Workspace }) {
  const reflection = useStore(workspace.store, (state) => state.reflection);
  if (reflection === null) {
    return (
      <p className={styles['empty']}>
        No reflection yet. Compile a shader without errors to see its parameters and entry points
        here.
      </p>
    );
  }
  return <ReflectionContent workspace={workspace} reflection={reflection} />;
}

/** Such as `3 parameters · 1 entry point`. */
function sizeOf(reflection: JsonValue): string {
  if (!isJsonObject(reflection)) return '';
  const count = (key: string, one: string, many: string) => {
    const { length } = arrayAt(reflection, key);
    return `${length} ${length === 1 ? one : many}`;
  };
  return `${count('parameters', 'parameter', 'parameters')} · ${count('entryPoints', 'entry point', 'entry points')}`;
}

interface ReflectionContentProps {
  readonly workspace: Workspace;
  readonly reflection: JsonValue;
}

function ReflectionContent({ workspace, reflection }: ReflectionContentProps) {
  const target = useStore(workspace.store, (state) => state.targetCode?.target ?? state.target);
  const { whole, isReading } = useWholeReflection(reflection, target);
  return (
    <div className={styles['reflection']}>
      {isReading && <ProgressBar label="Reading the reflection" fraction={null} />}
      {whole && <ReadReflection workspace={workspace} reflection={reflection} whole={whole} />}
    </div>
  );
}

interface ReadReflectionProps extends ReflectionContentProps {
  readonly whole: ShownReflection;
}

/** Readable tables, above the compiler's JSON as a tree. */
function ReadReflection({ workspace, reflection, whole }: ReadReflectionProps) {
  const [query, setQuery] = useState('');
  const shown = useReflectionSearch(whole, useDeferredValue(query.trim()));
  const { tree } = shown;
  const expandsAll = shown.query !== '' && hasAtMost(MAX_EXPANDED, tree);
  return (
    <>
      <PanelBar info={sizeOf(reflection)}>
        <SearchField
          label="Search reflection"
          value={query}
          onChange={setQuery}
          {...(shown.query !== '' && { outcome: String(shown.matches) })}
        />
        <CopyButton label="Copy reflection" text={() => JSON.stringify(reflection, null, 2)} />
      </PanelBar>
      <div className={styles['scroll']}>
        <ReflectionTables workspace={workspace} shown={shown} />
        {typeof tree === 'object' && tree !== null ? (
          <JsonView
            // Keeps what the user expanded in the tree.
            key={shown.query}
            data={tree}
            style={TREE_STYLE}
            shouldExpandNode={expandsAll ? allExpanded : isOpenAtFirst}
            clickToExpandNode
            aria-label="Reflection"
          />
        ) : (
          <p className={styles['empty']}>Nothing in the reflection matches “{shown.query}”.</p>
        )}
      </div>
    </>
  );
}

/** The query's matches. Shows the previous search's matches until the new search finishes. */
function useReflectionSearch(whole: ShownReflection, query: string): ShownReflection {
  const [found, setFound] = useState<ShownReflection | null>(null);
  useEffect(
    () =>
      untilDisposed(async (signal) => {
        const all = query === '' ? null : searchReflection(whole, query);
        const newest = all && (await runInSlices(whileNeeded(all, signal)));
        if (!signal.aborted) startTransition(() => setFound(newest));
      }),
    [whole, query],
  );
  return query === '' ? whole : (found ?? whole);
}
