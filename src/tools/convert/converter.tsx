import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { ConvertNotices } from './ConvertNotices.tsx';
import { type ConvertSession, createConvertSession } from './convertSession.ts';

export interface Converter extends LoadedTool {
  readonly session: ConvertSession;
}

export function createConverter({ workspace, requests }: ToolContext): Converter {
  const session = createConvertSession(workspace, async (path, file) => {
    return (await requests.putFile?.(path, file)) ?? false;
  });
  return { session, parts: { notices: () => <ConvertNotices session={session} /> } };
}
