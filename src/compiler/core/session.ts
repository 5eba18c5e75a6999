import type { LibraryModule } from '#compiler/protocol.ts';
import type { CompileRequest, CompilerAnswer } from '#program/compileResult.ts';
import type { CompileTarget } from '#program/compileTarget.ts';
import { type Failure, failure } from './answer.ts';
import { exceptionAnswer } from './exceptionAnswer.ts';
import { type HandleScope, withHandles } from './handles.ts';
import type {
  GlobalSession,
  SlangInstance,
  SlangModule,
  SlangSession,
  SlangUserModule,
} from './slangModule.ts';
import { loadUserModule, takeLastError } from './userModule.ts';

/** The objects that every request needs, made once at set-up. */
export interface CompilerContext extends Pick<SlangInstance, 'slang' | 'explain'> {
  readonly globalSession: GlobalSession;
  /** Maps a target's name to the compiler's number. */
  readonly targets: ReadonlyMap<string, number>;
  /** Ordered so that each follows the modules that it imports. */
  readonly libraries: readonly LibraryModule[];
  /** The instance survived a trap and must be replaced after this request. */
  spent: boolean;
}

/** A session with the user's checked module in it. Its handles live as long as `scope`. */
export interface UserSession {
  readonly slang: SlangModule;
  readonly scope: HandleScope;
  readonly session: SlangSession;
  readonly module: SlangUserModule;
  /** The compiler's warnings about an accepted module. */
  readonly log: string;
  /** The compiler's last error as an answer, after the log so far. */
  lastError(): Failure;
}

/**
 * Opens a session for `target`, loads the user's source, runs `work`, and frees everything. A compiler
 * exception becomes an answer.
 */
export function inSession<Value>(
  context: CompilerContext,
  target: CompileTarget,
  source: Pick<CompileRequest, 'sourceCode' | 'shaderPath'>,
  work: (session: UserSession) => CompilerAnswer<Value>,
): CompilerAnswer<Value> {
  const targetValue = context.targets.get(target);
  if (targetValue === undefined) return failure(`unknown compile target: ${target}`);
  let log = '';
  try {
    return withHandles((scope) => {
      const { slang, globalSession, libraries } = context;
      const session = scope.own(globalSession.createSession(targetValue)) as SlangSession | null;
      if (!session) {
        return target === 'SPIRV'
          ? failure('Unable to create Slang session for SPIRV compilation')
          : lastError(slang, source);
      }
      const loaded = loadUserModule(slang, session, scope, source, libraries);
      const { module } = loaded;
      log = loaded.log;
      if (!module) return failure('USER error: see log for more information', log, source);
      return work({
        slang,
        scope,
        session,
        module,
        log,
        lastError: () => lastError(slang, source, log),
      });
    });
  } catch (thrown) {
    if (!(thrown instanceof WebAssembly.Exception)) throw thrown;
    return exceptionAnswer(context.explain(thrown), source, log);
  }
}

/** The compiler's last error as a failed answer; `before` is its log so far. */
function lastError(
  slang: SlangModule,
  source: Pick<CompileRequest, 'sourceCode' | 'shaderPath'>,
  before = '',
): Failure {
  const { type, message } = takeLastError(slang, source.shaderPath);
  const log = [before, message.trimEnd()].filter((part) => part !== '').join('\n');
  return failure(`${type || 'UNKNOWN'} error: see log for more information`, log, source);
}
