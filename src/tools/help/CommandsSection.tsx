import { Fragment, useState } from 'react';
import {
  ATTRIBUTE_GROUPS,
  type AttributeArgument,
  type AttributeGroup,
  type AttributeReference,
  exampleLines,
  signatureOf,
} from '#core/plan/attributes/reference.ts';
import { SearchField } from '#ui/SearchField.tsx';
import { Example } from './Example.tsx';
import styles from './Help.module.css';

/** Every attribute of the module `playground`, with a search field. */
export function CommandsSection({
  onOpenExample,
}: {
  readonly onOpenExample: (source: string) => void;
}) {
  const [query, setQuery] = useState('');
  const groups = searchAttributes(query);
  return (
    <>
      <p>
        <code>import playground;</code> gives you attributes that fill resources and uniforms and
        call entry points. Give each resource or uniform one attribute. Give an entry point one
        attribute that calls it and, if you like, <code>CALL::ONCE</code>. Each example is part of a
        complete shader: click to open it in the editor and run it. Undo restores your own source.
      </p>
      <p>
        Attributes also work on members of a struct, a <code>cbuffer</code>, a{' '}
        <code>ConstantBuffer</code> or a <code>ParameterBlock</code>, and on <code>uniform</code>{' '}
        parameters of entry points. <code>SLIDER</code> or <code>COLOR_PICK</code> on an array gives
        each element its own control. Arguments can be constant expressions, such as{' '}
        <code>1.0 / 3</code>.
      </p>
      <SearchField label="Search shader commands" value={query} onChange={setQuery} />
      {groups.map(({ title, attributes }) => (
        <div key={title}>
          <h4 className={styles['group']}>{title}</h4>
          {attributes.map((attribute) => (
            <AttributeEntry
              key={attribute.name}
              attribute={attribute}
              onOpenExample={onOpenExample}
            />
          ))}
        </div>
      ))}
      <p role="status" className={styles['nothing']}>
        {groups.length === 0 && `No shader command matches “${query}”.`}
      </p>
    </>
  );
}

/** The attributes whose name or description contains all words of the query, by group. */
export function searchAttributes(query: string): readonly AttributeGroup[] {
  const words = query.toLowerCase().split(/\s+/);
  return ATTRIBUTE_GROUPS.map(({ title, attributes }) => ({
    title,
    attributes: attributes.filter((attribute) => {
      const text = searchedText(attribute);
      return words.every((word) => text.includes(word));
    }),
  })).filter(({ attributes }) => attributes.length > 0);
}

function searchedText(attribute: AttributeReference): string {
  const { appliesTo, meaning, arguments: taken } = attribute;
  const texts = [signatureOf(attribute), appliesTo, meaning, ...taken.map((one) => one.meaning)];
  return texts.join('\n').toLowerCase();
}

interface AttributeEntryProps {
  readonly attribute: AttributeReference;
  readonly onOpenExample: (source: string) => void;
}

/**
 * Describes one attribute: its meaning, the declarations it applies to, its arguments and an
 * example.
 */
function AttributeEntry({ attribute, onOpenExample }: AttributeEntryProps) {
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

/** Text with code in backticks. */
function Prose({ text }: { readonly text: string }) {
  const pieces = text.split('`').map((piece, index) => ({ piece, index, isCode: index % 2 === 1 }));
  return pieces.map(({ piece, index, isCode }) =>
    isCode ? <code key={index}>{piece}</code> : <Fragment key={index}>{piece}</Fragment>,
  );
}
