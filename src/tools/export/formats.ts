import { htmlFormat } from './html/htmlFormat.ts';
import { moduleFormat } from './module/moduleFormat.ts';
import { cppHeaderFormat } from './native/cppHeaderFormat.ts';
import { slangApiFormat } from './native/slangApiFormat.ts';
import { slangpyFormat } from './native/slangpyFormat.ts';
import { spirvFormat } from './native/spirvFormat.ts';
import type { ExportFormat } from './program/exportFormat.ts';
import { viteFormat } from './vite/viteFormat.ts';

/** In the order of the dialog. */
export const EXPORT_FORMATS: readonly ExportFormat[] = [
  htmlFormat,
  moduleFormat,
  viteFormat,
  spirvFormat,
  cppHeaderFormat,
  slangpyFormat,
  slangApiFormat,
];
