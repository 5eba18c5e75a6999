import type { AttributeArgument, AttributeReference } from '#core/plan/attributes/reference.ts';
import { exampleLines, signatureOf } from '#core/plan/attributes/reference.ts';
import { Example } from './Example.tsx';
import styles from './Help.module.css';
import { Prose } from './Prose.tsx';

interface AttributeEntryProps {
  readonly attribute: AttributeReference;
  readonly onOpenExample: (source: string) => void;
}

/**
 * Describes one attribute: its meaning, the declarations it applies to, its arguments and an
 * example.
 */
export function AttributeEntry({ attribute, onOpenExample }: AttributeEntryProps) {
  const { name, meaning, appliesTo, example } = attribute;
  return (
    <article className={styles['entry']}>
      <h5 className={styles['signature']}>
        <code>{signatureOf(attribute)}</code>
      </h5>
      <p>
        <Prose text={meaning} />
      </p>
      <dl className={styles['facts']}>
        <dt>Applies to</dt>
        <dd>
          <Prose text={appliesTo} />
        </dd>
        {attribute.arguments.length > 0 && <Arguments list={attribute.arguments} />}
      </dl>
      <Example name={name} lines={exampleLines(attribute)} onOpen={() => onOpenExample(example)} />
    </article>
  );
}

function Arguments({ list }: { readonly list: readonly AttributeArgument[] }) {
  return (
    <>
      <dt>{list.length === 1 ? 'Argument' : 'Arguments'}</dt>
      {list.map(({ name, type, meaning }) => (
        <dd key={name}>
          <code>
            {type} {name}
          </code>{' '}
          — <Prose text={meaning} />
        </dd>
      ))}
    </>
  );
}
