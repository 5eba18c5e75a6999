/** Explains linked lines, Targets, two outputs, Changes, costs and the table of parameters. */
export function OutputSection() {
  return (
    <>
      <p>
        <strong>Linked lines:</strong> hover a line of the source or of the target code, or put the
        cursor on it, and all lines that belong to it light up on the other side. The compiler often
        makes one line of code from several lines of source: the part under the pointer is
        underlined in both. <kbd>F4</kbd> goes there and back, or says why no code comes from a
        line. HLSL, GLSL, Metal and CUDA contain the compiler’s line numbers; WGSL and SPIR-V are
        aligned with these. Where the line is not certain, the whole function lights up as
        “approximate”. The compiler’s <code>#line</code> directives are hidden until you choose to
        show them; copies and downloads always hold the exact text. “Colour by function” in the menu
        above the code marks which lines come from the same function.
      </p>
      <p>
        If the browser refuses the generated WGSL, its errors are shown at the lines of your source
        that they come from.
      </p>
      <p>
        The <strong>Targets</strong> tab compiles each entry point for all six targets while it is
        open: whether it compiles, the size of the code, and what it needs of a device, such as{' '}
        <code>f16</code> or <code>subgroups</code>. Choose a cell to open that code or its errors,
        or download all of them.
      </p>
      <p>
        The <strong>Changes</strong> tab shows what your newest edit changed in the target code.
        Renamed temporaries do not count; in live mode, compiles within three seconds count as one
        edit. <strong>Compare outputs</strong> shows two outputs side by side: two targets, two
        entry points, or the code before and after the edit, aligned by the lines of your source.
      </p>
      <p>
        The small bars beside functions, in the outline and in Targets, count the instructions of
        the SPIR-V: arithmetic, transcendental functions, memory, textures and branches. They are
        static counts, not times; the Profile tab has the times.
      </p>
      <p>
        The <strong>Reflection</strong> tab starts with a table of the parameters: type, binding,
        offset and size. A ruler shows the bytes of a struct with its padding, as std140 and scalar
        layout. Choose a name to go to its declaration.
      </p>
    </>
  );
}
