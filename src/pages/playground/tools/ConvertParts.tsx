import type { ConvertTool } from './convertTool.ts';
import { ToolPart } from './ToolPart.tsx';

/** What there is to say of a source in another language. */
export function ConvertNotices({ tool }: { readonly tool: ConvertTool }) {
  return (
    <ToolPart tool={tool} unused={null}>
      {({ Notices, session }) => <Notices session={session} />}
    </ToolPart>
  );
}
