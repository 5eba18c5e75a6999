import { useState } from 'react';
import { SearchField } from '#ui/SearchField.tsx';
import { AttributeEntry } from './AttributeEntry.tsx';
import styles from './Help.module.css';
import { searchAttributes } from './searchAttributes.ts';

/** Every attribute of the module `playground`, with a field to search among them. */
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
        <code>import playground;</code> brings attributes by which a shader says what it is fed with
        and what runs. A resource or a uniform takes one of them; an entry point takes one that
        calls it, and <code>CALL::ONCE</code> besides. A click on an example opens a whole shader
        with these lines in the editor and runs it; undo brings your text back.
      </p>
      <p>
        Attributes also work on members of structs, of a <code>cbuffer</code>, a{' '}
        <code>ConstantBuffer</code> or a <code>ParameterBlock</code>, and on <code>uniform</code>{' '}
        parameters of entry points. A slider or colour on an array gives each element its own.
        Arguments may be constant expressions, such as <code>1.0 / 3</code>.
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
        {groups.length === 0 && `No shader command has “${query}” in its description.`}
      </p>
    </>
  );
}
