import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { UniformsPanel } from './UniformsPanel.tsx';

export function createUniforms({ workspace }: ToolContext): LoadedTool {
  return { Panel: () => <UniformsPanel workspace={workspace} /> };
}
