import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { AssetsPanel } from '#tools/files/assets/AssetsPanel.tsx';
import { diskOf } from '#tools/files/disk/diskOf.ts';
import styles from '#tools/files/panel/FilesRow.module.css';
import { FileTabs } from '#tools/files/panel/FileTabs.tsx';
import { NameField } from '#tools/files/panel/NameField.tsx';
import { Button } from '#ui/Button.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { Icon } from '#ui/icons.tsx';
import { MenuButton, type MenuItem } from '#ui/MenuButton.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { hasFileTabs } from '#workspace/state.ts';
import { FILE_ACTIONS, placeOf } from './fileActions.ts';
import { createProjectSession, type ProjectSession } from './projectSession.ts';
import type { FilesNotice } from './state.ts';

export interface ProjectFeature extends LoadedTool {
  readonly session: ProjectSession;
}

export function createProject(context: ToolContext): ProjectFeature {
  const disk = diskOf(context);
  const session = createProjectSession({
    workspace: context.workspace,
    openDropped: async (items) => (await disk.load())?.session.openDropped(items),
    openCarried: async (file, found) => (await disk.load())?.session.openCarried(file, found),
  });
  return { session, parts: { 'source header': () => <FilesPanel session={session} /> } };
}

interface FilesPanelProps {
  readonly session: ProjectSession;
}

/** File tabs above the editor if there are any, with notices and the list of assets below them. */
function FilesPanel({ session }: FilesPanelProps) {
  const hasTabs = useStore(session.workspace.store, hasFileTabs);
  return (
    <>
      {hasTabs && <FilesRow session={session} />}
      <FilesOutcome session={session} />
      <Part name="Images and data">
        <AssetsPanel project={session.workspace.store} commands={session.assets} />
      </Part>
    </>
  );
}

/** The outcome of an action on a file, with Undo. */
function FilesOutcome({ session }: { readonly session: ProjectSession }) {
  const notice = useStore(session.store, (state) => state.notice);
  const { files: commands } = session;
  if (!notice) return null;
  const isOver = notice.kind === 'deleted' || notice.kind === 'renamed';
  return (
    <Notice
      id="files"
      kind={isOver ? 'information' : 'lasting'}
      texts={[textOf(notice)]}
      onClose={commands.dismissNotice}
    >
      {notice.kind === 'added' && (
        <Button onClick={commands.insertImport}>
          Insert <code>{notice.statement}</code>
        </Button>
      )}
      {notice.kind === 'renamed' && <Button onClick={commands.undoRename}>Undo</Button>}
      {notice.kind === 'deleted' && <Button onClick={commands.undoRemove}>Undo</Button>}
    </Notice>
  );
}

function textOf(notice: FilesNotice): string {
  switch (notice.kind) {
    case 'added':
      return `Added ${notice.path}. The shader needs an import to use it.`;
    case 'deleted':
      return `Deleted ${notice.file.path}.`;
    case 'renamed':
      return `Renamed ${notice.path}. Updated ${notice.imports} ${notice.imports === 1 ? 'import' : 'imports'}.`;
    case 'refused':
      return notice.reason;
    default:
      return assertNever(notice);
  }
}

interface FilesRowProps {
  readonly session: ProjectSession;
}

function FilesRow({ session }: FilesRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useFocusToEditor(row);
  const tabs = useRef<HTMLDivElement>(null);
  const naming = useStore(session.store, (state) => state.naming);
  return (
    <div ref={row} className={styles['row']}>
      <FileTabs ref={tabs} session={session} />
      <Button
        kind="icon"
        label="New file"
        hint="Add a file (Ctrl+Alt+N)"
        onClick={session.files.create}
      >
        <PlusIcon />
      </Button>
      <AssetsButton session={session} />
      <FileActions session={session} />
      {naming && <NameField key={naming.id} session={session} naming={naming} tabs={tabs} />}
    </div>
  );
}

/** When the row is removed along with its last file, moves the focus to the editor. */
function useFocusToEditor(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      queueMicrotask(() => {
        // StrictMode runs the cleanup without removing the row.
        if (element.isConnected) return;
        document.querySelector<HTMLElement>('[aria-label="Shader source"]')?.focus();
      });
    };
  }, [row]);
}

function AssetsButton({ session: { assets } }: FilesRowProps) {
  const isShown = useStore(assets.store, (state) => state.isShown);
  return (
    <Button
      kind="icon"
      label="Images and data"
      hint="Images and data that the shader can use"
      pressed={isShown}
      onClick={() => assets.setShown(!isShown)}
    >
      <ImagesIcon />
    </Button>
  );
}

function FileActions({ session: { workspace, files: commands } }: FilesRowProps) {
  const files = useStore(workspace.store, (state) => state.files);
  const active = useStore(workspace.store, (state) => state.activeFile);
  const onDisk = useStore(workspace.store, (state) => state.onDisk);
  const place = placeOf(active, { files, onDisk });
  const items = FILE_ACTIONS.map(
    ({ text, keys, whyNot, run }): MenuItem => ({
      text,
      ...(keys && { keys }),
      disabled: whyNot?.(place),
      onChoose: () => run(commands, place),
    }),
  );
  return (
    <MenuButton label="File actions" hint="Actions for this file" items={items}>
      <MoreIcon />
    </MenuButton>
  );
}

function PlusIcon() {
  return (
    <Icon>
      <path d="M8 3v10M3 8h10" />
    </Icon>
  );
}

function MoreIcon() {
  return (
    <Icon>
      <path d="M3.5 8v.1M8 8v.1M12.5 8v.1" strokeWidth="2" />
    </Icon>
  );
}

/** A landscape in a frame. */
function ImagesIcon() {
  return (
    <Icon>
      <path d="M2.5 3h11v10h-11z" />
      <path d="m2.8 11.5 3.4-3.8 2.6 2.8 1.8-1.8 2.7 2.8M10.6 5.8v.1" />
    </Icon>
  );
}
