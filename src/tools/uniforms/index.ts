import { loadOnce } from '#ui/tools/loadOnce.ts';
import { defineTool } from '#ui/tools/tool.ts';
import { AnimateSlider } from './animation/AnimateSlider.tsx';

/** The tab with the uniforms that the user sets while the shader runs. */
export const uniforms = defineTool({
  id: 'uniforms',
  name: 'Uniforms',
  load: async (context) => (await import('./uniforms.tsx')).createUniforms(context),
});

/** Sliders that move with the time. */
export const animations = defineTool({
  id: 'animations',
  name: 'Animations',
  load: async (context) => (await import('./animation/animation.tsx')).createAnimations(context),
  faces: { slider: AnimateSlider },
  // A link or a draft may bring some.
  start: (tool) => loadOnce(tool, (state) => Object.keys(state.animations).length > 0),
});
