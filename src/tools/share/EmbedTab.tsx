import { type ReactNode, useEffect, useRef, useState } from 'react';
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
import type { ShareLink } from '#core/project/links/linkService.ts';
import { fail, type Result } from '#core/util/result.ts';
import { Button } from '#ui/Button.tsx';
import { Check } from '#ui/Check.tsx';
import { copyText } from '#ui/copyText.ts';
import { Select, type SelectOption } from '#ui/Select.tsx';
import type { SharedView, Workspace } from '#workspace/workspace.ts';
import styles from './ShareDialog.module.css';

interface EmbedTabProps {
  readonly workspace: Workspace;
  readonly onCopied: (isCopied: boolean) => void;
}

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

/** Why other sites cannot embed this one; null if they can, or while unknown. */
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
  return fail('An element holds only one file, and this project has more. Choose the frame.');
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

/** A number of pixels as text, so that error messages can quote the input. */
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

interface SiteHeaders {
  /** Headers of `embed.html`. */
  readonly page: Headers;
  /** Headers of a script that embeds load. */
  readonly script: Headers;
}

/** Why other sites cannot embed this one; null if they can. */
export function embeddingFault({ page, script }: SiteHeaders): string | null {
  const reason = reasonOf(page, script);
  if (reason === null) return null;
  return `This site does not allow embedding: ${reason}. The headers that it needs are in docs/deploy.md.`;
}

function reasonOf(page: Headers, script: Headers): string | null {
  const ancestors = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i.exec(
    page.get('Content-Security-Policy') ?? '',
  )?.[1];
  // With `frame-ancestors` in the policy, browsers ignore the older header.
  if (ancestors === undefined && page.has('X-Frame-Options')) {
    return 'its server sends X-Frame-Options with embed.html';
  }
  if (ancestors !== undefined && !ancestors.split(/\s+/).includes('*')) {
    return 'its server’s frame-ancestors leaves out other sites';
  }
  if (script.get('Access-Control-Allow-Origin') !== '*') {
    return 'its server sends no Access-Control-Allow-Origin';
  }
  return null;
}

let checking: Promise<string | null> | undefined;

/** Checks this site once. Null if it can be embedded or does not answer. */
function checkEmbedding(site: string): Promise<string | null> {
  checking ??= headersOf(site).then(embeddingFault, () => null);
  return checking;
}

async function headersOf(site: string): Promise<SiteHeaders> {
  const ask = async (path: string) => {
    const response = await fetch(new URL(path, site), { method: 'HEAD', cache: 'no-store' });
    if (!response.ok) throw new Error(`${path} is missing.`);
    return response.headers;
  };
  const [page, script] = await Promise.all([ask('embed.html'), ask('slang-playground.js')]);
  return { page, script };
}

/** A frame works on any page. An element needs a script, and keeps the source in the page. */
type EmbedFormat = 'frame' | 'element';

const FORMATS: readonly SelectOption[] = [
  { value: 'frame', text: 'Frame: <iframe>' },
  { value: 'element', text: 'Element: <slang-playground>' },
];

const PARTS = [
  { name: 'controls', label: 'Controls' },
  { name: 'source', label: 'Source', hint: 'An editable source beside the picture' },
] as const;

const SIZES = [
  { name: 'width', label: 'Width', hint: 'Leave it empty to fill the column' },
  { name: 'height', label: 'Height' },
] as const;

const STARTS = [
  { value: 'visible', text: 'Starts when seen' },
  { value: 'click', text: 'Starts at a click' },
  { value: 'off', text: 'Starts paused' },
] as const satisfies readonly SelectOption[];

const THEMES = [
  { value: 'system', text: 'Theme of the system' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
  { value: 'contrast', text: 'High contrast' },
] as const satisfies readonly SelectOption[];

function chosen<Value extends string>(
  options: readonly { readonly value: Value }[],
  value: string,
): Value | undefined {
  return options.find((option) => option.value === value)?.value;
}

/** Sets one of the choices, unless the value is undefined. */
function withChoice<Name extends keyof EmbedChoices>(
  choices: EmbedChoices,
  name: Name,
  value: EmbedChoices[Name] | undefined,
): EmbedChoices {
  return value === undefined ? choices : { ...choices, [name]: value };
}

/**
 * A link to the current project; null until ready.
 *
 * @param view parts of the view to include; none if omitted
 */
export function useLink(workspace: Workspace, view?: SharedView): Result<ShareLink> | null {
  const [link, setLink] = useState<Result<ShareLink> | null>(null);
  useEffect(() => {
    let newest = 0;
    const build = async () => {
      newest += 1;
      const own = newest;
      const built = await workspace.buildLink(view);
      if (own === newest) setLink(built);
    };
    void build();
    const stop = workspace.onTextChange(() => void build());
    return () => {
      newest = -1;
      stop();
    };
  }, [workspace, view]);
  return link;
}

interface CopiedTextProps {
  readonly label: string;
  readonly text: string;
  /** Number of visible lines; 1 for a single-line field. */
  readonly lines?: number;
  readonly onCopied: (isCopied: boolean) => void;
  readonly children?: ReactNode;
}

/** Text to copy. If the browser blocks copying, the text is selected for copying by hand. */
export function CopiedText({ label, text, lines = 1, onCopied, children }: CopiedTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    const isCopied = await copyText(Promise.resolve(text));
    if (!isCopied) field.current?.focus();
    onCopied(isCopied);
  };
  return (
    <>
      <textarea
        ref={field}
        className={lines === 1 ? styles['line'] : styles['code']}
        aria-label={label}
        readOnly
        rows={lines}
        spellCheck={false}
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles['row']}>
        <Button disabled={text === ''} onClick={() => void copy()}>
          Copy
        </Button>
        {children}
      </div>
    </>
  );
}
