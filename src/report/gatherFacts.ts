import { diagnosticsText } from '#workspace/messages.ts';
import type { Workspace } from '#workspace/workspace.ts';
import type { ReportFacts } from './reportMarkdown.ts';

/** Milliseconds that the browser gets to tell of its GPU. */
const GPU_PATIENCE = 2000;

/** What is the case now, for a report. */
export async function gatherFacts(
  workspace: Pick<Workspace, 'store' | 'project' | 'buildLink'>,
): Promise<ReportFacts> {
  const { text, files, assets } = workspace.project();
  const state = workspace.store.getState();
  const [link, gpu] = await Promise.all([workspace.buildLink(), gpuText()]);
  const { compiler, target, profile, entryPoint, diagnostics } = state;
  return {
    link: link.ok ? link.value.href : null,
    linkNote: link.ok ? link.value.note : link.error,
    ...{ text, files, target, profile, entryPoint, diagnostics, gpu },
    assets: assets.map(({ path }) => path),
    compiler: compiler.kind === 'ready' ? compiler.compilerVersion : null,
    messages: diagnosticsText(state),
    browser: navigator.userAgent,
  };
}

/** What the browser tells of its GPU, or why it tells nothing. */
async function gpuText(): Promise<string> {
  if (!('gpu' in navigator)) return 'no WebGPU';
  const patience = new Promise<null>((resolve) => {
    setTimeout(resolve, GPU_PATIENCE, null);
  });
  try {
    const adapter = await Promise.race([navigator.gpu.requestAdapter(), patience]);
    if (!adapter) return 'no WebGPU adapter';
    const { vendor, architecture, device, description } = adapter.info;
    const told = [vendor, architecture, device, description].filter((part) => part !== '');
    return told.length > 0 ? told.join(', ') : 'not told by the browser';
  } catch {
    return 'no WebGPU adapter';
  }
}
