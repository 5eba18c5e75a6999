import { PRINT_RECORD_COUNT } from '#program/printing/printBuffer.ts';
import printing from '#reference/examples/printing.slang?raw';
import { linesFrom } from '#reference/excerpt.ts';
import { Example } from './Example.tsx';
import styles from './Help.module.css';

const CONVERSIONS: readonly (readonly [conversions: string, meaning: string])[] = [
  ['%d %i', 'a whole number with its sign'],
  ['%u', 'a whole number without a sign'],
  ['%x %X %o', 'the same in base 16, in small or capital letters, or in base 8'],
  ['%f %F', 'a number with decimal places'],
  ['%e %E', 'a number with an exponent'],
  ['%g %G', 'the shorter of the two, without zeros at its end'],
  ['%c', 'the character of a code'],
  ['%s', 'a string that is written out in the shader'],
  ['%%', 'a percent sign'],
];

/** The module `printing`: printf and its conversions. */
export function PrintingSection({
  onOpenExample,
}: {
  readonly onOpenExample: (source: string) => void;
}) {
  return (
    <>
      <p>
        <code>import printing;</code> brings <code>printf(format, …)</code>, and <code>print</code>,
        which is the same. What a shader prints appears in the Output tab in the bottom panel. It
        prints numbers, bools and strings; no line break is added, so end a line with{' '}
        <code>\n</code>.
      </p>
      <Example
        name="printing"
        lines={linesFrom(printing, 'for (', 2)}
        onOpen={() => onOpenExample(printing)}
      />
      <table className={styles['table']} data-first-column="narrow">
        <tbody>
          {CONVERSIONS.map(([conversions, meaning]) => (
            <tr key={conversions}>
              <th scope="row">
                <code>{conversions}</code>
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Between the percent sign and the letter may stand flags, a width and a precision, as in{' '}
        <code>%-8.3f</code>: <code>-</code> pads on the right, <code>0</code> pads with zeros,{' '}
        <code>+</code> and the space keep room for a sign, <code>#</code> writes <code>0x</code>, a
        leading <code>0</code> or the decimal point. A <code>*</code> takes the width or the
        precision from an argument. The precision is 6 if none is given.
      </p>
      <p>
        A frame has room for {PRINT_RECORD_COUNT} records: one for each message and one for each of
        its arguments. What no longer fits is left out, and the output says so. Messages of
        different threads never mix. Each frame that prints replaces what was printed before.
      </p>
    </>
  );
}
