import { useState } from 'react';
import { SearchField } from '#ui/SearchField.tsx';
import { AttributeEntry } from './AttributeEntry.tsx';
import styles from './Help.module.css';
import { searchAttributes } from './searchAttributes.ts';

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
