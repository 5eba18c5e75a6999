import { camera } from '#tools/camera/index.ts';
import { capture, compare } from '#tools/capture/index.tsx';
import { code } from '#tools/code/index.ts';
import { convert } from '#tools/convert/index.ts';
import { debuggerTool } from '#tools/debugger/index.tsx';
import { exportTool } from '#tools/export/index.ts';
import { files, newProject, renameProject } from '#tools/files/index.tsx';
import { gallery } from '#tools/gallery/index.ts';
import { help } from '#tools/help/index.tsx';
import { history } from '#tools/history/index.ts';
import { offline } from '#tools/offline/index.ts';
import { profile } from '#tools/profile/index.ts';
import { reduce } from '#tools/reduce/index.tsx';
import { resources } from '#tools/resources/index.ts';
import { share } from '#tools/share/index.tsx';
import { theme } from '#tools/theme/index.ts';
import { timeline } from '#tools/timeline/index.ts';
import { animations, uniforms } from '#tools/uniforms/index.tsx';
import type { Tool } from '#ui/tools/tool.ts';

/** In the order of their tabs and buttons. */
export const TOOLS: readonly Tool[] = [
  newProject,
  files,
  renameProject,
  history,
  gallery,
  share,
  help,
  exportTool,
  theme,
  offline,
  debuggerTool,
  resources,
  profile,
  ...code,
  uniforms,
  animations,
  timeline,
  camera,
  compare,
  capture,
  convert,
  reduce,
];
