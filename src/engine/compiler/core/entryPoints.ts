import type {
  CompilerAnswer,
  EntryPoint,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';
import { type CompileTarget, TARGETS } from '#core/output/compileTarget.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { readLayoutOrSpend } from './layout.ts';
import { type CompilerContext, failure, inSession, success, type UserSession } from './session.ts';
import type { EntryPoint as EntryPointHandle } from './slangModule.ts';
import type { Source } from './sourceFiles.ts';

const COMPUTE = 6;

/**
 * The entry points of the user's source and of the modules that it imports, in declaration order.
 * Of those with the same name, the source's wins, then the first import's. Null if the compiler
 * fails to return one.
 */
export function definedEntryPoints({
  module,
  imported,
  scope,
}: UserSession): EntryPointHandle[] | null {
  const found = new Map<string, EntryPointHandle>();
  for (const each of [module, ...imported]) {
    const count = each.getDefinedEntryPointCount();
    for (let index = 0; index < count; index += 1) {
      const entryPoint = scope.own(each.getDefinedEntryPoint(index));
      if (!entryPoint) return null;
      const name = entryPoint.getName();
      if (!found.has(name)) found.set(name, entryPoint);
    }
  }
  return [...found.values()];
}

/**
 * Turns a function into a compute entry point on targets such as CUDA, where `[numthreads]` alone,
 * without `[shader("compute")]`, does not make one. Null if there is no such function.
 */
export function impliedEntryPoint(
  { module, imported, scope, lastError }: UserSession,
  name: string,
): EntryPointHandle | null {
  for (const each of [module, ...imported]) {
    const found = scope.own(each.findAndCheckEntryPoint(name, COMPUTE));
    if (found) return found;
    // Clears the error, which would otherwise be attributed to the next failure.
    lastError();
  }
  return null;
}

export function findEntryPoints(
  context: CompilerContext,
  request: EntryPointsRequest,
): EntryPointsResult {
  const answer = lookUp(context, request);
  if (!answer.succ) return withFirstError(answer);
  const target = listingTarget(request.target);
  if (target === null || !mayImply(request, answer.result)) return answer;
  const elsewhere = lookUp(context, { ...request, target });
  return elsewhere.succ ? { ...answer, result: merge(answer.result, elsewhere.result) } : answer;
}

function lookUp(context: CompilerContext, request: EntryPointsRequest): EntryPointsResult {
  return inSession(context, request.target, request, (user): EntryPointsResult => {
    const entryPoints = definedEntryPoints(user);
    if (!entryPoints) return failure('Error finding defined entry points', user.log, request);
    const { scope, session, module } = user;
    const composite = scope.own(session.createCompositeComponentType([module, ...entryPoints]));
    const layout = composite?.getLayout(0);
    const reflection = readReflection(layout ? readLayoutOrSpend(context, layout) : null);
    const stages = new Map(reflection.entryPoints.map(({ name, stage }) => [name, stage]));
    const found = entryPoints.map((entryPoint) => {
      const name = entryPoint.getName();
      return { name, stage: stages.get(name) ?? 'unknown' };
    });
    return success(found, user.log, request);
  });
}

/** The target that lists the entry points that this one omits; null if it omits none. */
export function listingTarget(target: CompileTarget): CompileTarget | null {
  const facts = TARGETS[target];
  return 'entryPointsLike' in facts ? facts.entryPointsLike : null;
}

/** Whether some entry points may have only a group size and no stage. */
function mayImply(source: Source, defined: readonly EntryPoint[]): boolean {
  const text = Object.values(textsOf(source)).join('\n');
  const sized = text.split('numthreads').length - 1;
  return sized > defined.filter(({ stage }) => stage === 'compute').length;
}

/** In the order of `elsewhere`, of which only compute entry points are added; the rest follow. */
function merge(defined: readonly EntryPoint[], elsewhere: readonly EntryPoint[]): EntryPoint[] {
  const names = new Set(defined.map(({ name }) => name));
  const found = elsewhere.filter(({ name, stage }) => names.has(name) || stage === 'compute');
  const missed = defined.filter(({ name }) => !found.some((each) => each.name === name));
  return [...found, ...missed];
}

function withFirstError(
  answer: Extract<CompilerAnswer<never>, { readonly succ: false }>,
): EntryPointsResult {
  const { diagnostics } = answer;
  const first = diagnostics.find(({ severity }) => severity === 'error' || severity === 'fatal');
  return first ? { ...answer, message: `Unable to load user module: ${first.message}` } : answer;
}
