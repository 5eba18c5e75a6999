/** Explains Run, Live and Compile. */
export function RunningSection() {
  return (
    <>
      <p>
        <strong>Run</strong> (F5) compiles the shader to WGSL, whichever target is selected, shows
        that code, and runs the called entry points on your graphics device, frame after frame. The
        shader must have something to show: a parameter named <code>outputTexture</code>, which{' '}
        <code>import rendering;</code> declares, or <code>g_printedBuffer</code>, which{' '}
        <code>import printing;</code> declares. Run needs a browser with WebGPU; everything else
        works without it.
      </p>
      <p>
        <strong>Live</strong> (Shift+F5) updates the running shader as you type. At each pause, the
        playground compiles your source and continues the run with the new program. The frame
        number, the time, the values that you have set, and the contents of buffers and textures
        stay. A resource is created anew only if its type, its attribute, or an argument of the
        attribute changes. An entry point with <code>CALL::ONCE</code> runs again only if it
        changes, if a resource that it uses is created anew, or if another entry point that runs
        again writes such a resource. While your source has errors, the last working program
        continues and is marked. Run always starts from the beginning.
      </p>
      <p>
        <strong>Compile</strong> (Ctrl+B, Cmd+B on a Mac) compiles the shader to the target next to
        the button and shows the code in the Target Code tab, where you can search, copy and save
        it. It runs nothing, and a running picture continues.
      </p>
      <p>
        SPIRV, METAL and WGSL code contains the whole program. HLSL, GLSL and CUDA code contains one
        entry point: choose it in the Entrypoint list, which appears for these targets.
      </p>
      <p>
        The Reflection tab shows the shader’s parameters and entry points as the compiler sees them.
        The Diagnostics tab lists the problems, with the compiler’s own text folded below them; your
        source is named <code>user.slang</code> there. On a small screen, the bar at the foot
        switches between the source, the controls and the results below the picture.
      </p>
    </>
  );
}
