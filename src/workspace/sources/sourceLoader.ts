import type { AddressedSource } from '#core/project/links/urlParameters.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createNewest } from '#core/util/newest.ts';
import { ok, type Result } from '#core/util/result.ts';
import type { OpenedFile, SourceOpening, WorkspaceServices } from '#workspace/services.ts';

type NamedSource = Exclude<AddressedSource, { kind: 'none' }>;

/** Fetches or unpacks sources. The newest request wins. */
export type SourceLoader = ReturnType<typeof createSourceLoader>;

export type LoadingServices = Pick<
  WorkspaceServices,
  'address' | 'links' | 'loadDemo' | 'loadSource'
>;

/** @param onFetching gets the address being fetched, and null when the fetch is over */
export function createSourceLoader(
  services: LoadingServices,
  onFetching: (address: string | null) => void,
) {
  const work = createNewest();
  let loading: NamedSource | null = null;
  const begin = (source: NamedSource | null) => {
    const signal = work.next();
    loading = source;
    onFetching(source && addressOf(source, services.address.current()));
    return signal;
  };
  return {
    /** Null if a newer request has superseded this one. */
    async load(source: NamedSource): Promise<Result<SourceOpening> | null> {
      const signal = begin(source);
      const loaded = await readAtMoment(source, services, signal);
      if (signal !== work.signal) return null;
      begin(null);
      return loaded;
    },
    /**
     * Abandons the current load; returns its description for a message, or null if there is none.
     */
    giveUp(): string | null {
      const words = loading && inWords(loading);
      begin(null);
      return words;
    },
    /** Makes the current load fail, because the user does not want to wait for it. */
    cancel: work.end,
  };
}

/** The address to fetch the source from; null if the link contains the source. */
function addressOf(source: NamedSource, page: URL): string | null {
  switch (source.kind) {
    case 'demo':
      return new URL(`demos/${source.name}.slang`, page).href;
    case 'demo-url':
      return source.url;
    case 'code':
    case 'project':
      return null;
    default:
      return assertNever(source);
  }
}

async function readAtMoment(
  source: NamedSource,
  services: LoadingServices,
  signal: AbortSignal,
): Promise<Result<SourceOpening>> {
  const loaded = await readSource(source, services, signal);
  if (!loaded.ok || !source.moment) return loaded;
  const read = await services.links.readMoment(source.moment, loaded.value);
  return ok({ ...loaded.value, ...(read.ok ? read.value : { note: read.error }) });
}

async function readSource(
  source: NamedSource,
  { address, links, loadDemo, loadSource }: LoadingServices,
  signal: AbortSignal,
): Promise<Result<SourceOpening>> {
  switch (source.kind) {
    case 'demo':
      return opening(await loadDemo(source.name, signal), source.name);
    case 'demo-url':
      return opening(await loadSource(source.url, signal), null, true);
    case 'code': {
      const text = await links.unpackCode(source.code);
      return text.ok ? ok(fromLink({ text: text.value }, address.current())) : text;
    }
    case 'project': {
      const project = await links.unpackProject(source.packed);
      return project.ok ? ok(fromLink(project.value, address.current())) : project;
    }
    default:
      return assertNever(source);
  }
}

function fromLink(content: { readonly text: string }, page: URL): SourceOpening {
  // A shared source is usually a changed demo, so its relative addresses resolve like a demo's.
  const uri = new URL('demos/user.slang', page).href;
  return { ...content, uri, demo: null, foreign: true };
}

function opening(
  file: Result<OpenedFile>,
  demo: string | null,
  foreign = false,
): Result<SourceOpening> {
  return file.ok ? ok({ ...file.value, demo, foreign }) : file;
}

function inWords(source: NamedSource): string {
  switch (source.kind) {
    case 'demo':
      return `The demo ${source.name}`;
    case 'demo-url':
      return source.url;
    case 'code':
    case 'project':
      return 'The link';
    default:
      return assertNever(source);
  }
}

/** The demo that opens when the address names no source and the tab has no draft. */
export const DEFAULT_DEMO = 'circle';
