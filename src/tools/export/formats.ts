import type { ExportFormat } from './program/exportFormat.ts';

interface FormatFile {
  readonly format: ExportFormat;
  /** The dialog lists formats by it, the smallest first. */
  readonly place: number;
}

const FILES = import.meta.glob<FormatFile>('./formats/*.ts', { eager: true });

/** The formats of `formats/`, in the order of the dialog. */
export const EXPORT_FORMATS: readonly ExportFormat[] = Object.values(FILES)
  .toSorted((one, other) => one.place - other.place)
  .map(({ format }) => format);
