/** What the buttons Run and Compile do, and which entry points take part. */
export function RunningSection() {
  return (
    <>
      <p>
        <strong>Run</strong> (F5) compiles the shader to WGSL, whatever the chosen target is, shows
        that code, and runs the entry points that are called on your graphics device, frame after
        frame. There has to be something to show: a parameter named <code>outputTexture</code>, as{' '}
        <code>import rendering;</code> brings it, or <code>g_printedBuffer</code>, as{' '}
        <code>import printing;</code> does. Run needs a browser with WebGPU; everything else works
        without it.
      </p>
      <p>
        <strong>Live</strong> (Shift+F5) lets what runs follow your typing. At each pause the text
        is compiled, and the picture goes on with it: frame, time, the values that you have set, and
        what is in buffers and textures stay. A resource starts anew only if its type, its
        attribute, or an argument of that changes. An entry point with <code>CALL::ONCE</code> runs
        again only if it changes, or if a resource that it uses starts anew or is written by one
        that runs again. While the text has errors, the last version that worked goes on and is
        marked. Run starts everything from the beginning, as ever.
      </p>
      <p>
        <strong>Compile</strong> (Ctrl+B, on a Mac Cmd+B) compiles the shader to the target that is
        chosen beside the button and shows the code in the Target Code tab, to search, copy and
        save. It runs nothing, and a running picture stays as it is.
      </p>
      <p>
        SPIRV, METAL and WGSL hold the whole program. HLSL, GLSL and CUDA hold one entry point:
        choose it in the Entrypoint list, which is there for these targets only.
      </p>
      <p>
        The Reflection tab shows what the compiler knows of parameters and entry points. What it has
        to say stands in the Diagnostics tab. Line numbers are those of <code>user.slang</code>,
        which is your text. On a small screen, Results and Source switch between what comes out and
        the editor.
      </p>
    </>
  );
}
