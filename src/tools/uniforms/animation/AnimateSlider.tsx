import { useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { WaveIcon } from '#ui/moreIcons.tsx';
import { useLoaded } from '#ui/tools/lazyTool.ts';
import type { SlotContent, ToolHandle } from '#ui/tools/tool.ts';
import type { Animations } from './animation.tsx';

interface AnimateSliderProps extends SlotContent {
  readonly tool: ToolHandle<Animations>;
}

/** The button that animates a slider of the Uniforms tab, and the animation's settings below it. */
export function AnimateSlider({ tool, slider }: AnimateSliderProps) {
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
        hint={isAnimated ? 'Show how this slider moves' : 'Let this slider move with the time'}
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
