import { expect, it } from 'vitest';
import { ToolsContext } from '#ui/tools/Slot.tsx';
import { defineTool, type ToolContext } from '#ui/tools/tool.ts';
import { takenOver } from '#workspace/runState.ts';
import type { InteractiveComponent } from '#workspace/runs/uniformValues.ts';
import { markupOf } from '../../../tests/support/markup.ts';
import { UniformsPanel } from './uniforms.tsx';

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

it('shows 200 uniforms at first, and a button for the rest', () => {
  const panel = panelOf(5000);
  expect(panel.match(/type="range"/g)).toHaveLength(200);
  expect(panel).toContain('Show 4,800 more');
  expect(panelOf(200)).not.toContain('more');
});

it('offers animation for sliders only', () => {
  const uniforms: readonly InteractiveComponent[] = [
    { type: 'SLIDER', name: 'level', offset: 0, elementSize: 4, min: 0, max: 1, default: 0.5 },
    {
      ...{ type: 'COLOR_PICK', name: 'tint', offset: 16, elementSize: 4, elementCount: 3 },
      default: [1, 0, 0],
    },
  ];
  const run = takenOver(
    { outputs: [], uniforms, stale: false, playback: 'playing', printed: '' },
    false,
  );
  const animator = defineTool({
    id: 'animator',
    name: 'An animator',
    load: async () => ({}),
    faces: { slider: ({ slider }) => <i>animates {slider?.name}</i> },
  }).mount({} as ToolContext);
  const panel = markupOf({ run }, (workspace) => (
    <ToolsContext value={[animator]}>
      <UniformsPanel workspace={workspace} />
    </ToolsContext>
  ));
  expect(panel.match(/<i>.*?<\/i>/g)).toEqual(['<i>animates level</i>']);
});
