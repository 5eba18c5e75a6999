import { expect, it } from 'vitest';
import { takenOver } from '#workspace/runState.ts';
import { markupOf } from '../../../tests/support/markup.ts';
import { UniformsPanel } from './UniformsPanel.tsx';

const panelOf = (count: number) => {
  const uniforms = Array.from({ length: count }, (_, index) => ({
    type: 'SLIDER' as const,
    elementSize: 4 as const,
    offset: 4 * index,
    name: `level${index}`,
    min: 0,
    max: 1,
    default: 0.5,
  }));
  const run = takenOver(
    { outputs: [], uniforms, stale: false, playback: 'playing', printed: '' },
    false,
  );
  return markupOf({ run }, (workspace) => <UniformsPanel workspace={workspace} />);
};

it('shows 200 uniforms at first, with a button for the others', () => {
  const panel = panelOf(5000);
  expect(panel.match(/type="range"/g)).toHaveLength(200);
  expect(panel).toContain('Show 4,800 more');
  expect(panelOf(200)).not.toContain('more');
});
