import { useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Animations } from '#tools/uniforms/animation/animation.tsx';
import { Button } from '#ui/Button.tsx';
import { WaveIcon } from '#ui/moreIcons.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import { loadOnce } from '#ui/tools/loadOnce.ts';
import { defineTool, type SlotContent, type ToolHandle } from '#ui/tools/tool.ts';

export const uniforms = defineTool({
  id: 'uniforms',
  name: 'Uniforms',
  load: async (context) => (await import('./uniforms.tsx')).createUniforms(context),
});

export const animations = defineTool({
  id: 'animations',
  name: 'Animations',
  load: async (context) => (await import('./animation/animation.tsx')).createAnimations(context),
  faces: { slider: AnimateSlider },
  // A link or a draft may include animations.
  start: (tool) => loadOnce(tool, (state) => Object.keys(state.animations).length > 0),
});

interface AnimateSliderProps extends SlotContent {
  readonly tool: ToolHandle<Animations>;
}

/**
 * The button that animates a slider of the Uniforms tab, with the animation's settings below it.
 */
function AnimateSlider({ tool, slider }: AnimateSliderProps) {
  return slider && <Animate tool={tool} slider={slider} />;
}

function Animate({ tool, slider }: Required<AnimateSliderProps>) {
  const { workspace } = tool.context;
  const { name } = slider;
  const isAnimated = useStore(workspace.store, ({ animations }) => Object.hasOwn(animations, name));
  const loaded = useLoaded(tool);
  const [wantsSettings, setWantsSettings] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isExpanded = isAnimated && wantsSettings;
  const press = () => {
    setWantsSettings(!isExpanded);
    if (!isAnimated) tool.use(({ session }) => session.start(slider));
  };
  const close = () => {
    setWantsSettings(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        kind="icon"
        hint={isAnimated ? 'Show how this slider moves' : 'Animate this slider over time'}
        expanded={isExpanded}
        controls={id}
        onClick={press}
      >
        <WaveIcon active={isAnimated} />
        {/* Not aria-label: a lookup of the uniform's label would match it too. */}
        <span className="visually-hidden">{`Animate ${name}`}</span>
      </Button>
      {isExpanded && loaded && (
        <loaded.Settings {...{ workspace, slider, id }} session={loaded.session} onClose={close} />
      )}
    </>
  );
}
