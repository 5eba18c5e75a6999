import { Component, type ErrorInfo, lazy, type ReactNode, Suspense } from 'react';
import { messageOf } from '#core/util/errors.ts';
import { Button } from '#ui/Button.tsx';
import styles from './Part.module.css';
import type { Fault } from './report.ts';

/** Loads with the first broken part. If it fails to load, the alert still says what failed. */
const CopyReport = lazy(async () => {
  try {
    return { default: (await import('./CopyReport.tsx')).CopyReport };
  } catch {
    return { default: (_props: { readonly reported: readonly Fault[] }) => <></> };
  }
});

interface PartProps {
  /** The start of a sentence, such as `Reflection`. */
  readonly name: string;
  readonly children: ReactNode;
  readonly loading?: ReactNode;
  /** Shown below the alert if the part breaks. */
  readonly instead?: ReactNode;
  /**
   * For a part without a fixed place in the page: the alert floats, and closing it calls this and
   * retries.
   */
  readonly onClose?: () => void;
  /** For a dialog: whether it is open. Reopening it retries. */
  readonly open?: boolean;
  readonly onBroken?: (thrown: unknown) => void;
}

interface PartState {
  readonly fault: Fault | null;
}

/**
 * A part of the page that loads and fails on its own. If it throws while rendering or in an effect,
 * an alert replaces it, and the rest of the page keeps working.
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
