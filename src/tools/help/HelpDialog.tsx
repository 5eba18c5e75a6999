import { type ReactNode, type RefObject, useRef } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { AboutSection } from './AboutSection.tsx';
import { CommandsSection } from './CommandsSection.tsx';
import { DebuggerSection } from './DebuggerSection.tsx';
import { DrawingSection } from './DrawingSection.tsx';
import styles from './Help.module.css';
import { KeyboardSection } from './KeyboardSection.tsx';
import { OutputSection } from './OutputSection.tsx';
import { OutSection } from './OutSection.tsx';
import { PrintingSection } from './PrintingSection.tsx';
import { PrivacySection } from './PrivacySection.tsx';
import { ProjectsSection } from './ProjectsSection.tsx';
import { ResourcesSection } from './ResourcesSection.tsx';
import { RunningSection } from './RunningSection.tsx';
import { HELP_SECTIONS, type HelpSection } from './sections.ts';
import { TimeSection } from './TimeSection.tsx';

export interface HelpDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Gets the focus back when Help closes. */
  readonly opener: RefObject<HTMLElement | null>;
  /** The release of the Slang compiler, such as `2025.15`. */
  readonly compilerVersion: string;
  /** Called with the source of the example that was clicked. */
  readonly onOpenExample: (source: string) => void;
  /** The title of the section to start at; null for the start. */
  readonly part?: string | null;
}

/** The user's manual of the playground, with a table of contents. */
export function HelpDialog(props: HelpDialogProps) {
  const { open, onClose, opener, compilerVersion, onOpenExample, part = null } = props;
  const headings = useRef(new Map<string, HTMLHeadingElement>());
  const openExample = (source: string) => {
    onClose();
    onOpenExample(source);
  };
  const contents: Readonly<Record<HelpSection, ReactNode>> = {
    'Run and Compile': <RunningSection />,
    'Printing text': <PrintingSection onOpenExample={openExample} />,
    'Drawing an image': <DrawingSection onOpenExample={openExample} />,
    'Shader commands': <CommandsSection onOpenExample={openExample} />,
    Projects: <ProjectsSection />,
    Debugger: <DebuggerSection />,
    Resources: <ResourcesSection />,
    'From source to output': <OutputSection />,
    Time: <TimeSection />,
    'Embeds and exports': <OutSection />,
    Keyboard: <KeyboardSection />,
    'Privacy and links': <PrivacySection />,
    About: <AboutSection compilerVersion={compilerVersion} />,
  };
  const goTo = (title: string) => {
    const heading = headings.current.get(title);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  };
  const startAtPart = () => {
    if (part === null) return true;
    goTo(part);
    return headings.current.get(part) ?? true;
  };
  return (
    <Dialog title="Help" open={open} onClose={onClose} opener={opener} initialFocus={startAtPart}>
      <div className={styles['help']}>
        <nav className={styles['contents']} aria-label="Help contents">
          {HELP_SECTIONS.map((title) => (
            <button key={title} type="button" onClick={() => goTo(title)}>
              {title}
            </button>
          ))}
        </nav>
        <div className={styles['sections']}>
          {HELP_SECTIONS.map((title) => (
            <section key={title}>
              <h3
                tabIndex={-1}
                ref={(heading) => {
                  if (heading) headings.current.set(title, heading);
                }}
              >
                {title}
              </h3>
              {contents[title]}
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
