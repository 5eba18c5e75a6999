import { assertNever } from '#core/util/assertNever.ts';
import { type FileDifference, linesOf } from '#engine/storage/history/projectDifference.ts';
import { Select } from '#ui/Select.tsx';

interface FileChoiceProps {
  /** Of one version and the current project. */
  readonly files: readonly FileDifference[];
  /** The path of the file that is compared. */
  readonly chosen: string;
  readonly onChoose: (path: string) => void;
}

/** The file whose texts are compared, and what happens to each. */
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
