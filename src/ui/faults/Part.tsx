import { Component, type ErrorInfo, lazy, type ReactNode, Suspense } from 'react';
import { messageOf } from '#core/util/errors.ts';
import { Button } from '#ui/Button.tsx';
import styles from './Part.module.css';
import type { Fault } from './report.ts';

/** Loads with the first broken part. Without it, the alert still says what failed. */
const CopyReport = lazy(async () => {
  try {
    return { default: (await import('./CopyReport.tsx')).CopyReport };
  } catch {
    return { default: (_props: { readonly reported: readonly Fault[] }) => <></> };
  }
});

interface PartProps {
  /** Begins a sentence, such as `Reflection`. */
  readonly name: string;
  readonly children: ReactNode;
  /** Shown while the part loads. */
  readonly loading?: ReactNode;
  /** Shown below the alert if the part breaks. */
  readonly instead?: ReactNode;
  /** Without a place of its own in the page, the alert floats; closing it calls this and tries again. */
  readonly onClose?: () => void;
  /** Whether a dialog is open. Opening it again tries again. */
  readonly open?: boolean;
  readonly onBroken?: (thrown: unknown) => void;
}

interface PartState {
  readonly fault: Fault | null;
}

/**
 * A part of the page that loads and breaks on its own. If it throws while it renders or in an
 * effect, an alert is in its place, and the rest of the page works on.
 */
export class Part extends Component<PartProps, PartState> {
  override state: PartState = { fault: null };

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ fault: { part: this.props.name, thrown, components: componentStack ?? null } });
    this.props.onBroken?.(thrown);
  }

  override componentDidUpdate({ open: wasOpen }: PartProps): void {
    if (this.state.fault && wasOpen === false && this.props.open) this.setState({ fault: null });
  }

  override render(): ReactNode {
    const { name, children, loading, instead, onClose, open } = this.props;
    const { fault } = this.state;
    if (!fault) return <Suspense fallback={loading}>{children}</Suspense>;
    if (open === false) return null;
    const retry = () => this.setState({ fault: null });
    const close = () => {
      retry();
      onClose?.();
    };
    return (
      <>
        <div className={styles['broken']} data-floating={onClose !== undefined} role="alert">
          <p>
            <strong>{name} stopped working.</strong> {messageOf(fault.thrown)}
          </p>
          <Button onClick={retry}>Try again</Button>
          <Suspense>
            <CopyReport reported={[fault]} />
          </Suspense>
          {onClose && <Button onClick={close}>Close</Button>}
        </div>
        {instead}
      </>
    );
  }
}
