import { assertNever } from '#core/util/assertNever.ts';
import { type FileDifference, linesOf } from '#engine/storage/history/projectDifference.ts';
import { Select } from '#ui/Select.tsx';

interface FileChoiceProps {
  /** Differences between a version and the current project. */
  readonly files: readonly FileDifference[];
  readonly chosen: string;
  readonly onChoose: (path: string) => void;
}

/** Lets the user choose the file to compare, and shows what would happen to each. */
export function FileChoice({ files, chosen, onChoose }: FileChoiceProps) {
  return (
    <Select
      label="Compared file"
      value={chosen}
      options={files.map((file) => ({
        value: file.path,
        text: `${file.path} (${describe(file)})`,
      }))}
      onChange={onChoose}
    />
  );
}

function describe(file: FileDifference): string {
  switch (file.kind) {
    case 'same':
    case 'added':
    case 'removed':
      return file.kind;
    case 'changed': {
      const { added, removed } = linesOf(file);
      return `changed, +${added} −${removed}`;
    }
    default:
      return assertNever(file.kind);
  }
}
