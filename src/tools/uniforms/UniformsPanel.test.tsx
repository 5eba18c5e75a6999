import { expect, it } from 'vitest';
import { ToolsContext } from '#ui/tools/Slot.tsx';
import { defineTool, type ToolContext } from '#ui/tools/tool.ts';
import { takenOver } from '#workspace/runState.ts';
import type { InteractiveComponent } from '#workspace/runs/uniformValues.ts';
import { markupOf } from '../../../tests/support/markup.ts';
import { UniformsPanel } from './uniforms.tsx';

const slider = (name: string, offset: number) =>
  ({ type: 'SLIDER', name, offset, elementSize: 4, min: 0, max: 1, default: 0.5 }) as const;

const runWith = (uniforms: readonly InteractiveComponent[]) =>
  takenOver({ outputs: [], uniforms, stale: false, playback: 'playing', printed: '' }, false);

const panelOf = (count: number) => {
  const uniforms = Array.from({ length: count }, (_, at) => slider(`level${at}`, 4 * at));
  const run = runWith(uniforms);
  return markupOf({ run }, (workspace) => <UniformsPanel workspace={workspace} />);
};

it('shows 200 uniforms at first, and a button for the rest', () => {
  const panel = panelOf(5000);
  expect(panel.match(/type="range"/g)).toHaveLength(200);
  expect(panel).toContain('Show 4,800 more');
  expect(panelOf(200)).not.toContain('more');
});

it('offers animation for sliders only', () => {
  const place = { offset: 16, elementSize: 4, elementCount: 3 } as const;
  const tint = { type: 'COLOR_PICK', name: 'tint', ...place, default: [1, 0, 0] } as const;
  const run = runWith([slider('level', 0), tint]);
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
