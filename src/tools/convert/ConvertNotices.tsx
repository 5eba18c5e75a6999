import { useRef } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import type { ConvertNotice, ConvertSession } from '#tools/convert/convertSession.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { PageNotice } from '#ui/notices.ts';

interface ConvertNoticesProps {
  readonly session: ConvertSession;
}

/** What there is to say of a source in another language. It belongs among the page’s notices. */
export function ConvertNotices({ session }: ConvertNoticesProps) {
  const notice = useStore(session.store, (state) => state.notice);
  if (!notice) return null;
  return (
    <Notice id="convert" kind={kindOf(notice)} texts={[textOf(notice)]} onClose={session.dismiss}>
      <NoticeActions session={session} notice={notice} />
    </Notice>
  );
}

function kindOf(notice: ConvertNotice): PageNotice['kind'] {
  switch (notice.kind) {
    case 'offer':
    case 'converting':
      return 'question';
    case 'refused':
      return 'lasting';
    case 'converted':
      return notice.images.length + notice.notConverted.length > 0 ? 'lasting' : 'information';
    default:
      return assertNever(notice);
  }
}

interface NoticeActionsProps extends ConvertNoticesProps {
  readonly notice: ConvertNotice;
}

function NoticeActions({ session, notice }: NoticeActionsProps) {
  switch (notice.kind) {
    case 'offer':
      return (
        <>
          <Button onClick={() => void session.convert()}>Convert to Slang</Button>
          <Button onClick={session.dismiss}>Keep as it is</Button>
        </>
      );
    case 'converting':
      return <Button onClick={session.cancel}>Cancel</Button>;
    case 'converted':
      return (
        <>
          {notice.images.map((name) => (
            <ChooseImage
              key={name}
              session={session}
              name={name}
              text={notice.images.length > 1 ? `Choose image for ${name}…` : 'Choose image…'}
            />
          ))}
          {notice.notConverted.length > 0 && (
            <Button onClick={session.showFirst}>Show the first</Button>
          )}
        </>
      );
    case 'refused':
      return null;
    default:
      return assertNever(notice);
  }
}

interface ChooseImageProps extends ConvertNoticesProps {
  /** That of the image in the source. */
  readonly name: string;
  readonly text: string;
}

function ChooseImage({ session, name, text }: ChooseImageProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Image for ${name}`}
        accept="image/*"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void session.chooseImage(name, file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>{text}</Button>
    </>
  );
}

function textOf(notice: ConvertNotice): string {
  switch (notice.kind) {
    case 'offer':
      return notice.foreign === 'shadertoy'
        ? 'This is a Shadertoy-style shader in GLSL.'
        : 'This is a compute shader in HLSL.';
    case 'converting':
      return 'Converting to Slang…';
    case 'refused':
      return notice.reason;
    case 'converted':
      return `Converted to Slang. ${describePlaces(notice.notConverted.length)}`;
    default:
      return assertNever(notice);
  }
}

function describePlaces(count: number): string {
  if (count === 0) return 'Undo brings the original back.';
  const [places, each] = count === 1 ? ['One place', 'it'] : [`${count} places`, 'each'];
  return `${places} could not be converted; a comment above ${each} says what stands in for it.`;
}
