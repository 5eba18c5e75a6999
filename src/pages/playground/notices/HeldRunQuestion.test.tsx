import { expect, it } from 'vitest';
import { markupOf } from '../../../../tests/support/markup.ts';
import { HeldRunQuestion } from './HeldRunQuestion.tsx';

it('shows a long origin in full, because its end identifies the owner', () => {
  const origin = `https://trusted.test.${'long-name.'.repeat(22)}other.test:65535`;
  const held = { kind: 'origins', origins: [origin] } as const;
  const question = markupOf({}, (workspace) => (
    <HeldRunQuestion workspace={workspace} held={held} />
  ));
  expect(question).toContain(`fetch files from ${origin}. Nothing`);
});
