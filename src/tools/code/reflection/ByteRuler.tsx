import { useMemo, useState } from 'react';
import {
  type ByteBlock,
  exactBytes,
  LINE_BYTES,
  type LinePart,
  layoutSize,
  layoutTitle,
  type RuledLayout,
  ruledLayouts,
  rulerLines,
  savedText,
} from '#core/plan/reflection/byteRuler.ts';
import type { Buffer } from '#core/plan/reflection/layoutRules.ts';
import { Button } from '#ui/Button.tsx';
import styles from './ByteRuler.module.css';

/** Number of lines of a long struct that are shown at first. */
const SHOWN_LINES = 48;

interface BufferBytesProps {
  readonly name: string;
  readonly buffer: Buffer;
}

/** Shows a buffer in the compiler's layout, beside std140 and the scalar layout. */
export function BufferBytes({ name, buffer }: BufferBytesProps) {
  const layouts = useMemo(() => ruledLayouts(buffer), [buffer]);
  const saved = savedText(layouts, buffer.isElement);
  return (
    <div className={styles['bytes']}>
      {saved !== '' && <p className={styles['saved']}>{saved}</p>}
      <div className={styles['rulers']}>
        {layouts.map((layout, index) => (
          <ByteRuler key={layout.rule} name={name} layout={layout} isCompiled={index === 0} />
        ))}
      </div>
    </div>
  );
}

interface ByteRulerProps {
  readonly name: string;
  readonly layout: RuledLayout;
  readonly isCompiled: boolean;
}

function ByteRuler({ name, layout, isCompiled }: ByteRulerProps) {
  const [showsAll, setShowsAll] = useState(false);
  const lines = rulerLines(layout.blocks);
  const hidden = showsAll ? 0 : Math.max(0, lines.length - SHOWN_LINES);
  const title = layoutTitle(layout, isCompiled);
  return (
    <div className={styles['ruler']}>
      <h3>
        {title} <span className={styles['size']}>{layoutSize(layout)}</span>
      </h3>
      <ol aria-label={`Bytes of ${name}, ${title}`}>
        {lines.slice(0, lines.length - hidden).map((line) => (
          <li key={line.offset} className={styles['line']}>
            <span className={styles['offset']}>{line.offset}</span>
            {line.kind === 'lines' ? (
              <span className={styles['lines']} data-kind={line.block.kind}>
                {line.block.name || 'padding'}, {exactBytes(line.size)}
              </span>
            ) : (
              line.parts.map((part) => <Part key={part.start} part={part} />)
            )}
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <Button kind="small" onClick={() => setShowsAll(true)}>
          {`Show ${hidden.toLocaleString('en')} more lines`}
        </Button>
      )}
    </div>
  );
}

function Part({ part: { block, start, length } }: { readonly part: LinePart }) {
  const text = labelOf(block);
  const last = block.offset + block.size - 1;
  const where = block.size === 1 ? `byte ${last}` : `bytes ${block.offset} to ${last}`;
  return (
    <span
      className={styles['part']}
      data-kind={block.kind}
      title={`${text}, ${where}`}
      // The first column holds the offset.
      style={{ gridColumn: `${start + 2} / span ${Math.min(length, LINE_BYTES)}` }}
    >
      <span>{text}</span>
    </span>
  );
}

function labelOf({ kind, name, size }: ByteBlock): string {
  return kind === 'padding' ? `${exactBytes(size)} of padding` : name;
}
