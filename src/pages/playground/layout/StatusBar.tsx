import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { arrangeCommands } from '#pages/playground/commands/arrangeCommands.ts';
import { Part } from '#ui/faults/Part.tsx';
import { Icon } from '#ui/icons.tsx';
import { CommandMenu } from '#ui/tools/CommandMenu.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import type { MountedTool } from '#ui/tools/tool.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { type DrawerTool, toolTabId } from './Drawer.tsx';
import styles from './StatusBar.module.css';

interface StatusBarProps {
  readonly workspace: Workspace;
  readonly tools: readonly DrawerTool[];
  readonly openTool: string | null;
  /** Called when the tab of the open tool is pressed. */
  readonly onOpenTool: (tool: string) => void;
  /** What the bar says about the source. */
  readonly status: ReactNode;
  /** Switches what a small screen shows. */
  readonly views: ReactNode;
}

/** The bar at the foot of the page: the state of the source, and the tools that open above it. */
export function StatusBar({
  workspace,
  tools,
  openTool,
  onOpenTool,
  status,
  views,
}: StatusBarProps) {
  return (
    <div className={styles['bar']}>
      {status}
      <div className={styles['end']}>
        {views}
        <Tabs.List className={styles['tools']} aria-label="Tools">
          {tools.map((tool) => (
            <Tabs.Tab
              key={tool.id}
              id={toolTabId(tool.id)}
              value={tool.id}
              onClick={() => tool.id === openTool && onOpenTool(tool.id)}
            >
              {tool.tab.title}
              <Part name={tool.name}>
                <Badge tool={tool} />
              </Part>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <div className={styles['arrangement']}>
        <CommandMenu
          label="Arrangement"
          hint="How the page divides its space"
          commands={arrangeCommands({ workspace })}
        >
          <Icon>
            <path d="M2.5 3h11v10h-11zM9 3v10M9 8.5h4.5" />
          </Icon>
        </CommandMenu>
      </div>
    </div>
  );
}

/** Not part of the tab's accessible name. */
function Badge({ tool }: { readonly tool: MountedTool }) {
  const Loaded = useLoaded(tool)?.Badge;
  return Loaded && <Loaded />;
}
