import { Tabs } from '@base-ui/react/tabs';
import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { CloseIcon, Icon } from '#ui/icons.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import { ToolPanel } from '#ui/tools/Slot.tsx';
import type { MountedTool, ToolTab } from '#ui/tools/tool.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './Drawer.module.css';
import type { Split } from './SplitGroup.tsx';

export type DrawerTool = MountedTool & { readonly tab: ToolTab };

interface DrawerProps {
  readonly tool: DrawerTool;
  readonly workspace: Workspace;
  readonly split: Split;
}

export function Drawer({ tool, workspace, split }: DrawerProps) {
  const { title, absence } = tool.tab;
  const reason = useStore(workspace.store, (state) => absence?.(state) ?? null);
  const close = () => workspace.closeTool(tool.id);
  const drawer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = drawer.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // Move the focus to the tab that reopens the tool.
      document.getElementById(toolTabId(tool.id))?.focus();
    };
  }, [tool.id]);
  return (
    <Tabs.Panel
      ref={drawer}
      value={tool.id}
      className={styles['drawer']}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        <div className={styles['toolbar']}>
          {reason === null && (
            <Part name={tool.name}>
              <Toolbar tool={tool} />
            </Part>
          )}
        </div>
        <Button
          kind="icon"
          label="Maximize"
          hint={split.isMaximised ? 'Show source and picture again' : 'Give the tool all the space'}
          pressed={split.isMaximised}
          onClick={split.toggleMaximised}
        >
          <Icon>
            <path d={split.isMaximised ? 'm4 6 4 4 4-4' : 'm4 10 4-4 4 4'} />
          </Icon>
        </Button>
        <Button kind="icon" label="Close tool" hint="Close the tool (Escape)" onClick={close}>
          <CloseIcon />
        </Button>
      </div>
      <div className={styles['body']}>
        {reason === null ? (
          <Part name={title}>
            <ToolPanel tool={tool} />
          </Part>
        ) : (
          <p className={styles['absence']}>{reason}</p>
        )}
      </div>
    </Tabs.Panel>
  );
}

export const toolTabId = (tool: string) => `tool-tab-${tool}`;

function Toolbar({ tool }: { readonly tool: MountedTool }) {
  const Loaded = useLoaded(tool)?.Toolbar;
  return Loaded && <Loaded />;
}
