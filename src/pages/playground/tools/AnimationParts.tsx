import { useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import { Button } from '#ui/Button.tsx';
import { WaveIcon } from '#ui/moreIcons.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import type { TimeTools } from './timeTools.ts';

interface AnimateSliderProps {
  readonly workspace: Workspace;
  readonly tool: TimeTools['animations'];
  readonly slider: SliderComponent;
}

/** The button that animates a slider of the Uniforms tab, and the animation's settings below it. */
export function AnimateSlider({ workspace, tool, slider }: AnimateSliderProps) {
  const { name } = slider;
  const isAnimated = useStore(workspace.store, ({ animations }) => Object.hasOwn(animations, name));
  const state = useStore(tool.store);
  const [wantsSettings, setWantsSettings] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isExpanded = isAnimated && wantsSettings;
  const press = () => {
    setWantsSettings(!isExpanded);
    if (!isAnimated) void tool.load().then((loaded) => loaded?.session.start(slider));
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
      {isExpanded && state.kind === 'loaded' && (
        <state.loaded.Settings
          {...{ workspace, slider, id }}
          session={state.loaded.session}
          onClose={close}
        />
      )}
      {state.kind === 'failed' && (isAnimated || wantsSettings) && (
        <p role="alert">{state.reason}</p>
      )}
    </>
  );
}
