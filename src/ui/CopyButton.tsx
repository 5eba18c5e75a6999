import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { CopyIcon, DoneIcon, FailedIcon } from './moreIcons.tsx';

/** How long the outcome is shown, in milliseconds. */
const OUTCOME_DURATION = 2000;

type CopyState = 'ready' | 'copied' | 'failed';

const ICONS: Readonly<Record<CopyState, ReactNode>> = {
  ready: <CopyIcon />,
  copied: <DoneIcon />,
  failed: <FailedIcon />,
};

const OUTCOMES: Readonly<Record<Exclude<CopyState, 'ready'>, string>> = {
  copied: 'Copied to the clipboard.',
  failed: 'Your browser blocked the copy.',
};

interface CopyButtonProps {
  readonly label: string;
  readonly text: () => string;
}

/** Copies a text and reports success only once the clipboard has it. The button shows no text. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), OUTCOME_DURATION);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <Button
      kind="icon"
      label={label}
      hint={state === 'ready' ? label : OUTCOMES[state]}
      onClick={() => void copy()}
    >
      {ICONS[state]}
    </Button>
  );
}
