import { type RefObject, useState } from 'react';
import { useStore } from 'zustand';
import { usesText } from '#engine/storage/assets/assetNames.ts';
import styles from '#tools/files/question.module.css';
import { Button } from '#ui/Button.tsx';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import type { AssetCommands, AssetsQuestion as Question } from './assetCommands.ts';

interface AssetQuestionProps {
  readonly commands: AssetCommands;
  /** Receives the focus when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Cancels the action that led to the question. */
  readonly onClose: () => void;
}

export function AssetQuestion({ commands, opener, onClose }: AssetQuestionProps) {
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
      <div className={styles['question']}>
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

interface PartProps<Kind extends Question['kind']> {
  readonly question: Extract<Question, { readonly kind: Kind }>;
  readonly commands: AssetCommands;
}

function DeleteQuestion({ question: { asset, uses }, commands }: PartProps<'delete'>) {
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

function SameNamesQuestion({ question: { paths }, commands }: PartProps<'same names'>) {
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
