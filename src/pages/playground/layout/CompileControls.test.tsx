import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { createFakeServices } from '../../../../tests/support/fakeServices.ts';
import { playbackProgram } from '../../../../tests/support/programs.ts';
import { CompileControls } from './CompileControls.tsx';

function controlsFor(target: CompileTarget): string {
  const { services } = createFakeServices({
    compile: () => playbackProgram({ draws: true }),
    profilesOf: (of) => (of === 'HLSL' ? ['sm_6_0', 'sm_6_6'] : []),
  });
  const workspace = createWorkspace(services);
  workspace.selectTarget(target);
  // Server rendering reads the store's initial state.
  const store = { ...workspace.store, getInitialState: workspace.store.getState };
  return renderToStaticMarkup(
    <CompileControls workspace={{ ...workspace, store }} onCompile={() => {}} />,
  );
}

it('shows Profile only for a target that has profiles', () => {
  expect(controlsFor('WGSL')).not.toContain('Profile');
  expect(controlsFor('HLSL')).toMatch(
    /<select[^>]*aria-label="Profile"[^>]*><option value="sm_6_0" selected="">sm_6_0<\/option><option value="sm_6_6">sm_6_6<\/option><\/select>/,
  );
});

it('shows Entrypoint only for targets that compile one entry point', () => {
  expect(controlsFor('CUDA')).toContain('aria-label="Entrypoint"');
  expect(controlsFor('SPIRV')).not.toContain('Entrypoint');
});
