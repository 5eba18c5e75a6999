import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import {
  type EmbedChoices,
  type EmbedContent,
  elementCode,
  embedAddress,
  FIRST_CHOICES,
  frameCode,
  lengthNote,
} from '#core/project/embedCode/embedCode.ts';
import { fail, type Result } from '#core/util/result.ts';
import { Check } from '#ui/Check.tsx';
import { Select } from '#ui/Select.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import { CopiedText } from './CopiedText.tsx';
import { checkEmbedding } from './embedCheck.ts';
import {
  chosen,
  type EmbedFormat,
  FORMATS,
  PARTS,
  SIZES,
  STARTS,
  THEMES,
  withChoice,
} from './embedChoices.ts';
import styles from './ShareDialog.module.css';
import { useLink } from './useLink.ts';

interface EmbedTabProps {
  readonly workspace: Workspace;
  readonly onCopied: (isCopied: boolean) => void;
}

/** The code that shows the project in another page. */
export function EmbedTab({ workspace, onCopied }: EmbedTabProps) {
  const [format, setFormat] = useState<EmbedFormat>('frame');
  const [choices, setChoices] = useState(FIRST_CHOICES);
  const link = useLink(workspace);
  const demo = useStore(workspace.store, (state) => state.demo);
  const site = new URL('./', document.baseURI).href;
  const content = link?.ok ? { site, demo, title: document.title, link: link.value.href } : null;
  const code = content && codeOf(workspace, format, content, choices);
  const address = content && embedAddress(content, choices);
  const problem = link?.ok === false ? link.error : code?.ok === false ? code.error : null;
  const fault = useEmbeddingFault(site);
  const note = code?.ok ? lengthNote(code.value) : null;
  return (
    <>
      <Select
        label="Kind of embed"
        value={format}
        options={FORMATS}
        onChange={(value) => setFormat(value === 'element' ? 'element' : 'frame')}
      />
      <Options workspace={workspace} choices={choices} onChange={setChoices} />
      <CopiedText
        label="Embed code"
        text={code?.ok ? code.value : ''}
        lines={6}
        onCopied={onCopied}
      >
        {address?.ok && (
          <a href={address.value} target="_blank" rel="noopener">
            Show it
          </a>
        )}
        <a href="embeds.html" target="_blank" rel="noopener">
          How embeds work
        </a>
      </CopiedText>
      {problem !== null && <p className={styles['problem']}>{problem}</p>}
      {fault !== null && <p className={styles['problem']}>{fault}</p>}
      {note !== null && <p className={styles['quiet']}>{note}</p>}
    </>
  );
}

/** Why other sites can't embed this one; null if they can, and until that is known. */
function useEmbeddingFault(site: string): string | null {
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    void checkEmbedding(site).then((found) => isShown && setFault(found));
    return () => {
      isShown = false;
    };
  }, [site]);
  return fault;
}

function codeOf(
  workspace: Workspace,
  format: EmbedFormat,
  content: EmbedContent,
  choices: EmbedChoices,
): Result<string> {
  if (format === 'frame') return frameCode(content, choices);
  const { text, files, assets } = workspace.project();
  if (files.length === 0 && assets.length === 0) return elementCode(content, text, choices);
  return fail('An element has one file in it, and this project has more. Choose the frame.');
}

interface OptionsProps {
  readonly workspace: Workspace;
  readonly choices: EmbedChoices;
  readonly onChange: (choices: EmbedChoices) => void;
}

function Options({ workspace, choices, onChange }: OptionsProps) {
  const target = useStore(workspace.store, (state) => state.target);
  const uniforms = useStore(workspace.store, (state) => state.uniformValues);
  const choose = <Name extends keyof EmbedChoices>(
    name: Name,
    value: EmbedChoices[Name] | undefined,
  ) => onChange(withChoice(choices, name, value));
  const hasUniforms = Object.keys(uniforms).length > 0;
  const startsWithUniforms = Object.keys(choices.uniforms).length > 0;
  return (
    <fieldset className={styles['options']}>
      <legend className="visually-hidden">Options of the embed</legend>
      {PARTS.map(({ name, ...shown }) => (
        <Check
          key={name}
          {...shown}
          checked={choices[name]}
          onChange={(isShown) => choose(name, isShown)}
        />
      ))}
      <Check
        label={`Code for ${target}`}
        hint="The chosen target’s code too"
        checked={choices.target !== null}
        onChange={(isShown) => choose('target', isShown ? target : null)}
      />
      {(hasUniforms || startsWithUniforms) && (
        <Check
          label="Uniforms as they are now"
          checked={startsWithUniforms}
          onChange={(areKept) => choose('uniforms', areKept ? uniforms : {})}
        />
      )}
      <Select
        label="Start"
        value={choices.autoplay}
        options={STARTS}
        onChange={(value) => choose('autoplay', chosen(STARTS, value))}
      />
      <Select
        label="Theme of the embed"
        value={choices.theme}
        options={THEMES}
        onChange={(value) => choose('theme', chosen(THEMES, value))}
      />
      <div className={styles['row']}>
        {SIZES.map(({ name, ...shown }) => (
          <PixelsField
            key={name}
            {...shown}
            value={choices[name]}
            onChange={(pixels) => choose(name, pixels)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface PixelsFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A number of pixels, as a text, so that a message can give what was typed. */
function PixelsField({ label, hint, value, onChange }: PixelsFieldProps) {
  return (
    <label className={styles['field']} title={hint}>
      {label}
      <input
        className={`field ${styles['pixels']}`}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span aria-hidden="true">px</span>
    </label>
  );
}
