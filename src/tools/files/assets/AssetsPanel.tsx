import { type RefObject, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Asset } from '#core/project/project.ts';
import { usesText } from '#engine/storage/assets/assetNames.ts';
import { ASSET_EXTENSIONS, ASSET_KINDS } from '#engine/storage/assets/kinds.ts';
import questionStyles from '#tools/files/question.module.css';
import { Button } from '#ui/Button.tsx';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { UploadIcon } from '#ui/moreIcons.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { AssetList } from './AssetList.tsx';
import styles from './AssetsPanel.module.css';
import type { AssetCommands, AssetsQuestion as Question } from './assetCommands.ts';

interface AssetsPanelProps {
  readonly project: StoreApi<{ readonly assets: readonly Asset[] }>;
  readonly commands: AssetCommands;
}

/** The project's images and data, below the file tabs, while the list is open. */
export function AssetsPanel({ project, commands }: AssetsPanelProps) {
  const assets = useStore(project, (state) => state.assets);
  const isShown = useStore(commands.store, (state) => state.isShown);
  const panel = useRef<HTMLElement>(null);
  const giveUp = () => {
    commands.answerSameNames(null);
    commands.answerDelete(false);
  };
  return (
    <>
      <Part name="The question about images and data" onClose={giveUp}>
        <AssetQuestion commands={commands} opener={panel} onClose={giveUp} />
      </Part>
      {isShown && (
        <section ref={panel} className={styles['panel']} tabIndex={-1} aria-label="Project assets">
          <Heading commands={commands} />
          <Reading commands={commands} />
          <Outcome commands={commands} />
          {assets.length > 0 ? (
            <AssetList assets={assets} commands={commands} panel={panel} />
          ) : (
            <p className={styles['empty']}>
              Nothing here yet. Drop files on the page, paste an image, or choose them with “Add
              images or data…”: {ASSET_KINDS}.
            </p>
          )}
        </section>
      )}
    </>
  );
}

interface PartProps {
  readonly commands: AssetCommands;
}

function Heading({ commands }: PartProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles['heading']}>
      <h2 className={styles['title']}>Images and data</h2>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Images or data to add"
        accept={ASSET_EXTENSIONS.join()}
        onChange={({ target }) => {
          void commands.add([...(target.files ?? [])]);
          // Lets the user choose the same file again.
          target.value = '';
        }}
      />
      <Button
        kind="small"
        hint="Choose images or data that the shader can use"
        onClick={() => input.current?.click()}
      >
        <UploadIcon />
        Add images or data…
      </Button>
      <Button
        kind="icon"
        label="Close images and data"
        hint="Close"
        onClick={() => commands.setShown(false)}
      >
        <CloseIcon />
      </Button>
    </div>
  );
}

function Reading({ commands }: PartProps) {
  const reading = useStore(commands.store, (state) => state.reading);
  if (!reading) return null;
  const { name, done, total } = reading;
  return (
    <div className={styles['reading']}>
      <span>
        Reading {name}
        {total > 1 && ` (${done + 1} of ${total})`}…
      </span>
      <ProgressBar label="Adding images and data" fraction={total > 1 ? done / total : null} />
    </div>
  );
}

/** The outcome of adding or deleting assets, with Undo. */
function Outcome({ commands }: PartProps) {
  const notice = useStore(commands.store, (state) => state.notice);
  if (!notice) return null;
  const canUndo = notice.undo.length > 0;
  return (
    <Notice
      id="assets"
      kind={canUndo ? 'information' : 'lasting'}
      texts={notice.texts}
      onClose={commands.dismissNotice}
    >
      {canUndo && <Button onClick={commands.undo}>Undo</Button>}
    </Notice>
  );
}

interface AssetQuestionProps {
  readonly commands: AssetCommands;
  /** Receives the focus when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Cancels the action that led to the question. */
  readonly onClose: () => void;
}

function AssetQuestion({ commands, opener, onClose }: AssetQuestionProps) {
  const question = useStore(commands.store, (state) => state.question);
  // Keeps the question visible while the dialog closes.
  const [asked, setAsked] = useState(question);
  if (question && question !== asked) setAsked(question);
  if (!asked) return null;
  return (
    <Dialog
      title={titleOf(asked)}
      fitted
      open={question !== null}
      onClose={onClose}
      opener={opener}
    >
      <div className={questionStyles['question']}>
        {asked.kind === 'delete' ? (
          <DeleteQuestion question={asked} commands={commands} />
        ) : (
          <SameNamesQuestion question={asked} commands={commands} />
        )}
      </div>
    </Dialog>
  );
}

function titleOf(question: Question): string {
  if (question.kind === 'delete') return `Delete ${question.asset.path}?`;
  return question.paths.length === 1 ? 'Replace a file?' : 'Replace files?';
}

interface QuestionProps<Kind extends Question['kind']> {
  readonly question: Extract<Question, { readonly kind: Kind }>;
  readonly commands: AssetCommands;
}

function DeleteQuestion({ question: { asset, uses }, commands }: QuestionProps<'delete'>) {
  return (
    <>
      <p>
        The program uses it: {usesText(uses)}. Without it, Run looks for {asset.path} on the web.
      </p>
      <DialogFoot>
        <Button kind="primary" onClick={() => commands.answerDelete(true)}>
          Delete
        </Button>
        <Button onClick={() => commands.answerDelete(false)}>Keep</Button>
      </DialogFoot>
    </>
  );
}

function SameNamesQuestion({ question: { paths }, commands }: QuestionProps<'same names'>) {
  return (
    <>
      <p>The project already has {paths.join(', ')}.</p>
      <DialogFoot>
        <Button kind="primary" onClick={() => commands.answerSameNames('replace')}>
          Replace
        </Button>
        <Button onClick={() => commands.answerSameNames('keep both')}>Keep both</Button>
        <Button onClick={() => commands.answerSameNames(null)}>Cancel</Button>
      </DialogFoot>
    </>
  );
}
