import { type ReactNode, type RefObject, useRef } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { AboutSection } from './AboutSection.tsx';
import { CommandsSection } from './CommandsSection.tsx';
import { DebuggerSection } from './DebuggerSection.tsx';
import { DrawingSection } from './DrawingSection.tsx';
import styles from './Help.module.css';
import { KeyboardSection } from './KeyboardSection.tsx';
import { PrintingSection } from './PrintingSection.tsx';
import { PrivacySection } from './PrivacySection.tsx';
import { ResourcesSection } from './ResourcesSection.tsx';
import { RunningSection } from './RunningSection.tsx';

export interface HelpDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Gets the focus back when Help closes. */
  readonly opener: RefObject<HTMLElement | null>;
  /** The release of the Slang compiler, such as `2025.15`. */
  readonly compilerVersion: string;
  /** Called with the source of the example that was clicked. */
  readonly onOpenExample: (source: string) => void;
}

interface Section {
  readonly title: string;
  readonly content: ReactNode;
}

/** The user's manual of the playground, with a table of contents. */
export function HelpDialog(props: HelpDialogProps) {
  const { open, onClose, opener, compilerVersion, onOpenExample } = props;
  const headings = useRef(new Map<string, HTMLHeadingElement>());
  const openExample = (source: string) => {
    onClose();
    onOpenExample(source);
  };
  const sections: readonly Section[] = [
    { title: 'Run and Compile', content: <RunningSection /> },
    { title: 'Printing text', content: <PrintingSection onOpenExample={openExample} /> },
    { title: 'Drawing an image', content: <DrawingSection onOpenExample={openExample} /> },
    { title: 'Shader commands', content: <CommandsSection onOpenExample={openExample} /> },
    { title: 'Debugger', content: <DebuggerSection /> },
    { title: 'Resources', content: <ResourcesSection /> },
    { title: 'Keyboard', content: <KeyboardSection /> },
    { title: 'Privacy and links', content: <PrivacySection /> },
    { title: 'About', content: <AboutSection compilerVersion={compilerVersion} /> },
  ];
  const goTo = (title: string) => {
    const heading = headings.current.get(title);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  };
  return (
    <Dialog title="Help" open={open} onClose={onClose} opener={opener}>
      <div className={styles['help']}>
        <nav className={styles['contents']} aria-label="Help contents">
          {sections.map(({ title }) => (
            <button key={title} type="button" onClick={() => goTo(title)}>
              {title}
            </button>
          ))}
        </nav>
        <div className={styles['sections']}>
          {sections.map(({ title, content }) => (
            <section key={title}>
              <h3
                tabIndex={-1}
                ref={(heading) => {
                  if (heading) headings.current.set(title, heading);
                }}
              >
                {title}
              </h3>
              {content}
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
