import type { ResultTab } from '#workspace/tabs.ts';

export const TAB_TITLES: Readonly<Record<ResultTab, string>> = {
  'target-code': 'Target Code',
  reflection: 'Reflection',
  uniforms: 'Uniforms',
  diagnostics: 'Diagnostics',
  output: 'Output',
  resources: 'Resources',
  targets: 'Targets',
  changes: 'Changes',
  profile: 'Profile',
  debugger: 'Debugger',
};
