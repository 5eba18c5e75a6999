import type { Diagnostic } from '#core/output/compileResult.ts';
import type { ProjectFile } from '#core/project/project.ts';
import { MAIN_FILE } from './project.ts';

/** The content of a report: a project, and where it was compiled and run. */
export interface ReportFacts {
  /** Null if no link can carry the project. */
  readonly link: string | null;
  /** What the link leaves out, or why there is none; null if it carries everything. */
  readonly linkNote: string | null;
  readonly text: string;
  readonly files: readonly ProjectFile[];
  /** Paths of images and data files. */
  readonly assets: readonly string[];
  /** Such as `2025.10`; null until it is known. */
  readonly compiler: string | null;
  readonly target: string;
  readonly profile: string | null;
  readonly entryPoint: string | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The text of the Diagnostics tab. */
  readonly messages: string;
  readonly browser: string;
  readonly gpu: string;
}

/** Longer links are left out, in characters: issue forms accept 65,536 in all. */
const MAX_LINK = 8000;

/** Maximum length of the messages, in characters. A compiler's log may have millions. */
const MAX_MESSAGES = 10_000;

const MAX_DIAGNOSTICS = 50;

/** A project and its problems as Markdown, for chat and issues. */
export function reportMarkdown(facts: ReportFacts): string {
  const { text, files, assets, messages } = facts;
  const sources = [{ path: MAIN_FILE, text }, ...files];
  const parts = [
    factsList(facts),
    ...diagnosticsList(facts.diagnostics),
    ...(messages.trim() === '' ? [] : ['**Messages**', fenced(cut(messages), 'text')]),
    ...sources.flatMap((file) => [`**${inline(file.path)}**`, fenced(file.text, 'slang')]),
    ...(assets.length > 0 ? [`Images and data: ${assets.map(inline).join(', ')}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function factsList(facts: ReportFacts): string {
  const { compiler, target, profile, entryPoint, browser, gpu } = facts;
  return [
    `- Link: ${linkText(facts)}`,
    ...(facts.linkNote === null ? [] : [`- Of the link: ${inOneLine(facts.linkNote)}`]),
    `- Compiler: ${compiler === null ? 'not ready' : `Slang ${inline(compiler)}`}`,
    `- Target: ${inline(target)}${profile === null ? '' : `, profile ${inline(profile)}`}`,
    `- Entry point: ${entryPoint === null ? 'none' : inline(entryPoint)}`,
    `- Browser: ${inline(browser)}`,
    `- GPU: ${inline(gpu)}`,
  ].join('\n');
}

function linkText({ link }: ReportFacts): string {
  if (link === null) return 'none';
  if (link.length <= MAX_LINK) return `<${link}>`;
  return `left out: it has ${link.length.toLocaleString('en')} characters`;
}

function diagnosticsList(diagnostics: readonly Diagnostic[]): readonly string[] {
  if (diagnostics.length === 0) return [];
  const lines = diagnostics.slice(0, MAX_DIAGNOSTICS).map(diagnosticLine);
  const others = diagnostics.length - MAX_DIAGNOSTICS;
  if (others > 0) lines.push(`- and ${others} more`);
  return ['**Diagnostics**', lines.join('\n')];
}

function diagnosticLine({ severity, code, path, line, column, message }: Diagnostic): string {
  const kind = code === undefined ? severity : `${severity} ${code}`;
  const place = [path, line, ...(column === undefined ? [] : [column])].join(':');
  return `- ${kind}${path === '' ? '' : ` at ${inline(place)}`}: ${inline(message)}`;
}

/** Fences a text so that nothing in it can end the code block. */
function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text.replace(/\n?$/, '\n')}${fence}`;
}

function inline(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1);
  const line = inOneLine(text);
  const gap = line.startsWith('`') || line.endsWith('`') || line === '' ? ' ' : '';
  return `${ticks}${gap}${line}${gap}${ticks}`;
}

function longestTicks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function cut(messages: string): string {
  if (messages.length <= MAX_MESSAGES) return messages;
  return `${messages.slice(0, MAX_MESSAGES)}…\n(cut here: ${messages.length.toLocaleString('en')} characters in all)`;
}
