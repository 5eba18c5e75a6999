import { linesFrom } from '#core/plan/attributes/reference.ts';
import { PRINT_RECORD_COUNT } from '#core/plan/printing/printBuffer.ts';
import printing from '#core/slang/examples/printing.slang?raw';
import { Example } from './Example.tsx';
import styles from './Help.module.css';

const CONVERSIONS: readonly (readonly [conversions: string, meaning: string])[] = [
  ['%d %i', 'a signed integer'],
  ['%u', 'an unsigned integer'],
  ['%x %X %o', 'an unsigned integer in base 16, in lower or upper case, or in base 8'],
  ['%f %F', 'a number in decimal notation'],
  ['%e %E', 'a number in exponent notation'],
  ['%g %G', 'the shorter of the two, without trailing zeros'],
  ['%c', 'a character, given by its code'],
  ['%s', 'a string literal of the shader'],
  ['%%', 'a percent sign'],
];

/** Documents the module `printing`: printf and its conversions. */
export function PrintingSection({
  onOpenExample,
}: {
  readonly onOpenExample: (source: string) => void;
}) {
  return (
    <>
      <p>
        <code>import printing;</code> gives you <code>printf(format, …)</code>, also named{' '}
        <code>print</code>. It prints numbers, bools and strings, and the text appears in the Output
        tab in the bottom panel. End each line with <code>\n</code>: no line break is added.
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
        You can put flags, a width and a precision between the percent sign and the letter, as in{' '}
        <code>%-8.3f</code>. <code>-</code> pads on the right, <code>0</code> pads with zeros,{' '}
        <code>+</code> writes a plus sign, a space writes a space instead of a plus sign, and{' '}
        <code>#</code> writes <code>0x</code>, a leading <code>0</code> or the decimal point. A{' '}
        <code>*</code> takes the width or the precision from an argument. The default precision is
        6.
      </p>
      <p>
        A frame can print {PRINT_RECORD_COUNT} records: each message takes one, and so does each of
        its arguments. If a frame prints more, the rest is left out and the output says so. Messages
        of different threads never mix. Each frame that prints replaces the text of earlier frames.
      </p>
    </>
  );
}
