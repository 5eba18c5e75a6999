import { useEffect } from 'react';
import { useStore } from 'zustand';
import { messageOf } from '#core/util/errors.ts';
import type { ResourcesProps } from '#tools/resources/kinds/kind.ts';
import { kindOf } from '#tools/resources/kinds/kinds.tsx';
import { Beside } from '#tools/resources/panel/Beside.tsx';
import { PixelReadout } from '#tools/resources/panel/PixelReadout.tsx';
import { ResourceList } from '#tools/resources/panel/ResourceList.tsx';
import styles from '#tools/resources/panel/ResourcesPanel.module.css';
import { channelTexts } from '#tools/resources/panel/texture/texelText.ts';
import { Writers } from '#tools/resources/panel/Writers.tsx';
import {
  createResourcesSession,
  type ResourcesSession,
} from '#tools/resources/session/resourcesSession.ts';
import { ValueChart } from '#ui/charts/ValueChart.tsx';
import { copyText } from '#ui/copyText.ts';
import { notify } from '#ui/notices.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import type { ResourceEntry, TexelReading } from './state.ts';

interface ResourceInspector extends LoadedTool {
  readonly session: ResourcesSession;
  readonly copyColor: typeof copyColor;
}

export function createResourceInspector(context: ToolContext): ResourceInspector {
  const session = createResourcesSession(context);
  const { store, commands } = session;
  return {
    session,
    copyColor,
    Panel: () => <ResourcesPanel {...{ store, commands, session }} />,
    parts: {
      'picture overlay': () => (
        <PixelReadout {...{ store, commands, session }} canvas={context.canvas} />
      ),
    },
  };
}

/** `#rrggbb` as displayed on the screen, or the stored channels, separated by commas. */
type ColorForm = '#rrggbb' | 'values';

/** Copies the colour of a texel in the picture, and confirms it. */
async function copyColor(reading: Promise<TexelReading | null>, form: ColorForm): Promise<void> {
  const text = reading.then((texel) => {
    if (!texel) throw new Error('The pixel could not be read. Run the shader, then try again.');
    return colorText(texel.value, form);
  });
  const isCopied = await copyText(text);
  const outcome = await text.then(
    (copied) => (isCopied ? `Copied ${copied}.` : 'Your browser blocked the copy.'),
    messageOf,
  );
  notify({ id: 'copied-color', kind: 'information', texts: [outcome] });
}

export function colorText(channels: readonly number[], form: ColorForm): string {
  if (form === 'values') return channelTexts(channels);
  const bytes = [0, 1, 2].map((index) => {
    const channel = Math.min(1, Math.max(0, channels[index] ?? 0));
    return Math.round(255 * (Number.isNaN(channel) ? 0 : channel));
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The Resources tab: the list of the run's resources, and the content of one of them. */
function ResourcesPanel(props: ResourcesProps) {
  const { store, commands } = props;
  const resources = useStore(store, (state) => state.resources);
  const selected = useStore(store, (state) => state.selected);
  const problem = useStore(store, (state) => state.problem);
  const watched = useStore(store, (state) => state.watched);
  const isSought = useStore(store, (state) => state.writers !== null);
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
      {watched && (
        <ValueChart
          title={watched.title}
          lines={watched.lines}
          history={watched.history}
          problem={watched.problem}
          onShow={commands.showFrame}
          onClose={commands.stopWatching}
        />
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
              // The key resets the view for a resource of another kind with the same name.
              <Beside
                key={`${entry.kind} ${entry.name}`}
                aside={isSought && <Writers {...props} />}
              >
                <Content {...props} entry={entry} />
              </Beside>
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
