import { useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { SettingsIcon } from '#ui/icons.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Select } from '#ui/Select.tsx';
import { Setting } from '#ui/Setting.tsx';
import { Slot } from '#ui/tools/Slot.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './PictureSettings.module.css';
import { RESOLUTION_OPTIONS, resolutionOf } from './resolution.ts';

/** A button and the dialog that it opens beside it, where tools have settings too. */
export function PictureSettings({ workspace }: { readonly workspace: Workspace }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const resolution = useStore(workspace.store, (state) => state.resolution);
  useLayoutEffect(() => {
    if (isOpen) popup.current?.querySelector<HTMLElement>('select, button')?.focus();
  }, [isOpen]);
  return (
    <>
      <Button
        ref={button}
        kind="icon"
        label="Picture settings"
        hint="Picture settings, such as speed and resolution"
        opens="dialog"
        expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SettingsIcon />
      </Button>
      {isOpen && (
        <Popover
          anchor={button}
          popup={popup}
          content={popup}
          className={styles['popup']}
          aria-label="Picture settings"
          onClose={() => setIsOpen(false)}
        >
          <h2 className={styles['title']}>Picture settings</h2>
          <Slot name="picture settings" />
          <Setting name="Resolution">
            <Select
              label="Resolution"
              hint="Set the picture’s pixels per CSS pixel"
              value={String(resolution)}
              options={RESOLUTION_OPTIONS}
              onChange={(value) => {
                const chosen = resolutionOf(value);
                if (chosen !== null) workspace.setResolution(chosen);
              }}
            />
          </Setting>
        </Popover>
      )}
    </>
  );
}
