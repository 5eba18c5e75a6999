import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/bytesText.ts';
import { linesText } from '#core/util/countText.ts';
import { SKIPPED, UNFINISHED } from '#tools/code/targets/details.ts';
import type { CompiledOutput, Output, ShownResult } from '#tools/code/targets/state.ts';
import styles from './OutputTable.module.css';

interface OutputCellProps {
  readonly output: Output;
  /** Undefined before the compiles begin. */
  readonly shown: ShownResult | undefined;
  readonly onShow: (output: Output) => Promise<void>;
}

/** Whether an output compiles, and what there is to know of it. Its button opens it. */
export function OutputCell({ output, shown, onShow }: OutputCellProps) {
  const kind = shown?.result.kind ?? 'waiting';
  return (
    <td data-result={kind} data-old={shown?.isOld || undefined}>
      <Result output={output} shown={shown} onShow={onShow} />
      {shown?.isOld && <span className="visually-hidden">, before your edit</span>}
    </td>
  );
}

function Result({ output, shown, onShow }: OutputCellProps) {
  const result = shown?.result ?? { kind: 'waiting' };
  const name = `${output.target} of ${output.entryPoint ?? 'the whole program'}`;
  const show = () => void onShow(output);
  switch (result.kind) {
    case 'waiting':
      return (
        <>
          <span aria-hidden="true">…</span>
          <span className="visually-hidden">waiting</span>
        </>
      );
    case 'compiled':
      return (
        <>
          <ResultButton text="ok" hint={`Show the ${name}`} onClick={show} />
          <Measures of={result} />
        </>
      );
    case 'failed':
      return (
        <>
          <ResultButton text="fails" hint={`Show the diagnostics of ${name}`} onClick={show} />
          <Reason text={result.reason} />
        </>
      );
    case 'unfinished':
    case 'skipped':
      return (
        <>
          <ResultButton
            text="fails"
            hint={`Compile ${name} with the longer time limit of Compile`}
            onClick={show}
          />
          <Reason text={result.kind === 'skipped' ? SKIPPED : UNFINISHED} />
        </>
      );
    default:
      return assertNever(result);
  }
}

function Reason({ text }: { readonly text: string }) {
  return (
    <>
      <span className="visually-hidden">: </span>
      <span className={styles['reason']} title={text}>
        {text}
      </span>
    </>
  );
}

interface ResultButtonProps {
  readonly text: string;
  readonly hint: string;
  readonly onClick: () => void;
}

function ResultButton({ text, hint, onClick }: ResultButtonProps) {
  return (
    <button type="button" className={styles['result']} title={hint} onClick={onClick}>
      {text}
    </button>
  );
}

function Measures({ of: { bytes, lines, milliseconds, needs } }: { readonly of: CompiledOutput }) {
  return (
    <>
      <span className={styles['measure']}>{bytesText(bytes)}</span>
      <span className={styles['measure']}>{linesText(lines)}</span>
      <span
        className={styles['measure']}
        title={milliseconds === null ? 'The page had its code already' : 'Time in the compiler'}
      >
        {milliseconds === null ? 'stored' : `${Math.max(1, Math.round(milliseconds))} ms`}
      </span>
      {needs.length > 0 && (
        <ul className={styles['needs']} aria-label="Needs">
          {needs.map((need) => (
            <li key={need} title={need}>
              {need}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
