import type { StoreApi } from 'zustand/vanilla';
import { runRequest } from '#core/output/compileResult.ts';
import { type Project, projectIdentity } from '#core/project/project.ts';
import { entryPointsIn } from '#core/source/entryPointsIn.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest } from '#core/util/newest.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import type { Version } from '#tools/code/costs/costHistory.ts';
import {
  answered,
  begun,
  edited,
  ended,
  listed,
  outputKey,
  replaced,
  type TargetsState,
} from '#tools/code/targets/state.ts';
import { type CompileAllParts, compileAll } from './compileAll.ts';
import type { DownloadedOutput } from './downloadAll.ts';

/** The compiles of one program after the other; the store has their results. */
export interface ProgramCompiles {
  /** Compiles all outputs of the project, unless that is done. */
  start(project: Project): void;
  /** The project has changed. */
  edited(): void;
  stop(): void;
  /** The compiled outputs of the newest project. */
  outputs(): readonly DownloadedOutput[];
}

export function createProgramCompiles(
  context: CodeTools,
  store: StoreApi<TargetsState>,
): ProgramCompiles {
  const current = createNewest();
  /** The program that the results belong to; null if they belong to an earlier text. */
  let shown: string | null = null;
  /** The revision of the opened text that the results derive from. */
  let opened = -1;
  const revision = () => context.workspace.store.getState().opened.revision;
  const compiled = new Map<string, DownloadedOutput>();
  const update = (transition: (state: TargetsState) => TargetsState) =>
    store.setState(transition(store.getState()), true);
  const age = () => {
    current.end();
    shown = null;
    compiled.clear();
    update(revision() === opened ? edited : replaced);
    opened = revision();
  };
  const compile = async (project: Project, signal: AbortSignal) => {
    const request = runRequest(project.text, project.files);
    const version = { opened: revision(), request };
    const parts: CompileAllParts = {
      ...context,
      supposed: supposedEntryPoints(project),
      onListed: (names) => update((state) => listed(state, names)),
      onAnswer(output, result, report) {
        if (report) compiled.set(outputKey(output), { output, report });
        if (report && output.target === 'SPIRV') void count(context, version, report.result.code);
        update((state) => answered(state, output, result));
      },
    };
    update((state) => begun(state, parts.supposed));
    try {
      await compileAll(request, parts, signal);
      if (!signal.aborted) update((state) => ended(state));
    } catch (thrown) {
      if (!signal.aborted) update((state) => ended(state, messageOf(thrown)));
    }
  };
  return {
    stop: current.end,
    edited: age,
    start(project) {
      const identity = programIdentity(project);
      const { phase, problem } = store.getState();
      if (identity === shown && phase === 'done' && problem === '') return;
      if (identity !== shown) age();
      shown = identity;
      void compile(project, current.next());
    },
    outputs: () => [...compiled.values()],
  };
}

/** Of what is compiled: images and data are not. */
function programIdentity({ text, files }: Project): string {
  return projectIdentity({ text, files, assets: [] });
}

/** In the order of the files, the main file first. */
function supposedEntryPoints({ text, files }: Project): readonly string[] {
  const texts = [text, ...files.map((file) => file.text)];
  return [...new Set(texts.flatMap((each) => [...entryPointsIn(each).keys()]))];
}

async function count(
  { costs }: Pick<CodeTools, 'costs'>,
  version: Version,
  spirv: string,
): Promise<void> {
  try {
    await costs.count(version, spirv);
  } catch (thrown) {
    console.warn(`The costs of the program are not shown: ${messageOf(thrown)}`);
  }
}
