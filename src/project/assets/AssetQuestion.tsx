import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './AssetQuestion.module.css';
import type { AssetCommands } from './assetCommands.ts';
import { usesText } from './assetUses.ts';

interface AssetQuestionProps {
  readonly commands: AssetCommands;
  /** Gets the focus back. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** Asks before something is lost. */
export function AssetQuestion({ commands, opener }: AssetQuestionProps) {
  const question = useStore(commands.store, (state) => state.question);
  if (question === null) return null;
  if (question.kind === 'delete') {
    const { asset, uses } = question;
    const keep = () => commands.answerDelete(false);
    return (
      <Dialog title={`Delete ${asset.path}?`} open onClose={keep} opener={opener}>
        <div className={styles['question']}>
          <p>
            The program uses it: {usesText(uses)}. Without it, Run looks for {asset.path} on the
            web.
          </p>
          <div className={styles['answers']}>
            <Button kind="primary" onClick={() => commands.answerDelete(true)}>
              Delete
            </Button>
            <Button onClick={keep}>Keep</Button>
          </div>
        </div>
      </Dialog>
    );
  }
  const { paths } = question;
  const cancel = () => commands.answerSameNames(null);
  return (
    <Dialog
      title={paths.length === 1 ? 'Replace a file?' : 'Replace files?'}
      open
      onClose={cancel}
      opener={opener}
    >
      <div className={styles['question']}>
        <p>The project already has {paths.join(', ')}.</p>
        <div className={styles['answers']}>
          <Button kind="primary" onClick={() => commands.answerSameNames('replace')}>
            Replace
          </Button>
          <Button onClick={() => commands.answerSameNames('keep both')}>Keep both</Button>
          <Button onClick={cancel}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
