import type { ReportFacts } from '#core/project/reportMarkdown.ts';
import { inTime } from '#core/util/timeLimit.ts';
import { diagnosticsText } from './messages.ts';
import type { Workspace } from './workspace.ts';

/** How long the browser may take to describe its GPU (ms). */
const GPU_PATIENCE = 2000;

export async function gatherFacts(
  workspace: Pick<Workspace, 'store' | 'project' | 'buildLink'>,
): Promise<ReportFacts> {
  const { text, files, assets } = workspace.project();
  const state = workspace.store.getState();
  const [link, surroundings] = await Promise.all([
    workspace.buildLink(),
    gatherSurroundings(workspace),
  ]);
  const { target, profile, entryPoint, diagnostics } = state;
  return {
    link: link.ok ? link.value.href : null,
    linkNote: link.ok ? link.value.note : link.error,
    ...{ text, files, target, profile, entryPoint, diagnostics },
    ...surroundings,
    assets: assets.map(({ path }) => path),
    messages: diagnosticsText(state),
  };
}

export async function gatherSurroundings({
  store,
}: Pick<Workspace, 'store'>): Promise<Pick<ReportFacts, 'compiler' | 'browser' | 'gpu'>> {
  const { compiler } = store.getState();
  return {
    compiler: compiler.kind === 'ready' ? compiler.compilerVersion : null,
    browser: navigator.userAgent,
    gpu: await gpuText(),
  };
}

async function gpuText(): Promise<string> {
  if (!('gpu' in navigator)) return 'no WebGPU';
  try {
    const adapter = await inTime(navigator.gpu.requestAdapter(), GPU_PATIENCE, () => null);
    if (!adapter) return 'no WebGPU adapter';
    const { vendor, architecture, device, description } = adapter.info;
    const told = [vendor, architecture, device, description].filter((part) => part !== '');
    return told.length > 0 ? told.join(', ') : 'not reported by the browser';
  } catch {
    return 'no WebGPU adapter';
  }
}
