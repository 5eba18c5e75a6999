import type { ResultTab } from '#workspace/tabs.ts';

export const TAB_TITLES: Readonly<Record<ResultTab, string>> = {
  'target-code': 'Target Code',
  reflection: 'Reflection',
  uniforms: 'Uniforms',
  diagnostics: 'Diagnostics',
  output: 'Output',
  targets: 'Targets',
  changes: 'Changes',
  resources: 'Resources',
  profile: 'Profile',
  debugger: 'Debugger',
};
