import { useRef } from 'react';
import { assertNever } from '#core/util/assertNever.ts';
import styles from '#tools/files/question.module.css';
import { Button } from '#ui/Button.tsx';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import type { DiskSession } from './diskSession.ts';
import type { DiskQuestion as Question } from './diskState.ts';
import { listed } from './listed.ts';

interface DiskQuestionProps {
  readonly session: DiskSession;
  readonly question: Question;
}

/** Asks what only the user can decide. */
export function DiskQuestion({ session, question }: DiskQuestionProps) {
  const opener = useRef(document.activeElement as HTMLElement);
  switch (question.kind) {
    case 'main':
      return (
        <Dialog
          title="Choose the main file"
          fitted
          open
          onClose={() => session.answerMain(null)}
          opener={opener}
        >
          <div className={styles['question']}>
            <p>
              Several files can be the main file, which the playground compiles and runs. The other
              files are there for it to import.
            </p>
            <ul className={styles['files']} aria-label="Main file">
              {question.paths.map((path) => (
                <li key={path}>
                  <Button onClick={() => session.answerMain(path)}>{path}</Button>
                </li>
              ))}
            </ul>
          </div>
        </Dialog>
      );
    case 'overwrite': {
      const { paths } = question;
      const [was, it] = paths.length === 1 ? ['was', 'it'] : ['were', 'them'];
      const keep = () => void session.answerOverwrite(false);
      return (
        <Dialog title="Save over outside changes?" fitted open onClose={keep} opener={opener}>
          <div className={styles['question']}>
            <p>
              {listed(paths)} {was} changed or made outside of this page. Saving replaces {it}.
            </p>
            <DialogFoot>
              <Button kind="primary" onClick={() => void session.answerOverwrite(true)}>
                Save over {it}
              </Button>
              <Button onClick={keep}>Cancel</Button>
            </DialogFoot>
          </div>
        </Dialog>
      );
    }
    default:
      return assertNever(question);
  }
}
