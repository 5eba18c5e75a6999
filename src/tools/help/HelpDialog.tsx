import { type ReactNode, useRef, useState } from 'react';
import { version } from '#generated/slang/compiler.json';
import { Dialog } from '#ui/Dialog.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import type { DialogProps } from '#ui/tools/dialogTool.tsx';
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

/** The user's manual of the playground, with a table of contents and a search. */
export function HelpDialog({ context, open, onClose, opener, part }: DialogProps) {
  const headings = useRef(new Map<string, HTMLHeadingElement>());
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly HelpSection[]>(HELP_SECTIONS);
  const search = (typed: string) => {
    const wanted = typed.trim().toLowerCase();
    const textOf = (title: string) => headings.current.get(title)?.parentElement?.textContent ?? '';
    setQuery(typed);
    setFound(HELP_SECTIONS.filter((title) => textOf(title).toLowerCase().includes(wanted)));
  };
  const openExample = (source: string) => {
    onClose();
    context.showView('results');
    void context.workspace.openSource({ text: source, uri: document.baseURI, demo: null });
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
    Keyboard: <KeyboardSection commands={context.commands()} />,
    'Privacy and links': <PrivacySection />,
    About: <AboutSection compilerVersion={version} />,
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
    <Dialog title="Help" beside {...{ open, onClose, opener }} initialFocus={startAtPart}>
      <div className={styles['frame']}>
        <div className={styles['search']}>
          <SearchField
            label="Search Help"
            value={query}
            outcome={query === '' ? '' : `${found.length} of ${HELP_SECTIONS.length} sections`}
            onChange={search}
          />
        </div>
        <div className={styles['help']}>
          <nav className={styles['contents']} aria-label="Help contents">
            {found.map((title) => (
              <button key={title} type="button" onClick={() => goTo(title)}>
                {title}
              </button>
            ))}
          </nav>
          <div className={styles['sections']}>
            {HELP_SECTIONS.map((title) => (
              <section key={title} hidden={!found.includes(title)}>
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
      </div>
    </Dialog>
  );
}
