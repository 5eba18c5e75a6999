/** Explains embeds, exports, pictures that carry their project, reports, conversions and the API. */
export function OutSection() {
  return (
    <>
      <p>
        <strong>Share</strong> copies a link and opens a dialog. Its tab “Embed” writes the code
        that shows the shader in another page: an <code>&lt;iframe&gt;</code>, or a{' '}
        <code>&lt;slang-playground&gt;</code> element with the source inside. An embed starts when
        it comes into sight and pauses when it leaves it. It has no access to your drafts and
        settings. <a href="./embeds.html">All about embeds</a> lists the options, methods and
        events.
      </p>
      <p>
        <strong>Export</strong> writes the program as one HTML file that runs without anything else,
        as a TypeScript module with types for its uniforms and structs, as a Vite project, as
        SPIR-V, as a C++ header with the table of bindings, and as starting points for slangpy and
        the Slang API. The dialog says before the download what a format cannot contain, and how far
        it was checked.
      </p>
      <p>
        Saved pictures and films carry the project, unless you switch that off. Drop such a file on
        the page, or open it, to get the project back. It is treated as a stranger’s: it asks before
        it fetches from other sites. Browsers remove the project from a picture that is copied as
        pixels, so paste the file, not the picture.
      </p>
      <p>
        <strong>Copy as Markdown</strong> in the share dialog gives a report for chats and issues:
        the link, the source, the compiler’s version, the problems, the browser and the GPU. If the
        compiler crashes, hangs or writes invalid code, <strong>Reduce</strong> beside the message
        removes what the fault does not need, in the background, and offers the small source.
      </p>
      <p>
        Paste a Shadertoy-style GLSL shader with <code>mainImage</code>, or an HLSL compute shader,
        and the page offers to convert it to Slang. What could not be converted is marked in the
        source. Addresses of files on GitHub and Gist work in <code>?demo=</code>.
      </p>
      <p>
        Scripts and tests use <code>window.slangPlayground</code>: it gets and sets the project,
        compiles, runs, reads a frame and tells of problems. Its <code>version</code> is 1.
      </p>
    </>
  );
}
