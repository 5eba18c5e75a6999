import { Fragment, type ReactNode, useRef, useState } from 'react';
import { linesFrom } from '#core/plan/attributes/reference.ts';
import rendering from '#core/slang/examples/rendering.slang?raw';
import { version } from '#generated/slang/compiler.json';
import type { Command } from '#ui/commands.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { isMac, keysOn } from '#ui/shortcuts.ts';
import type { DialogProps } from '#ui/tools/dialogTool.tsx';
import { CommandsSection } from './CommandsSection.tsx';
import { DebuggerSection } from './DebuggerSection.tsx';
import { Example } from './Example.tsx';
import styles from './Help.module.css';
import { PrintingSection } from './PrintingSection.tsx';
import { HELP_SECTIONS, type HelpSection } from './sections.ts';
import { shortcutGroups } from './shortcuts.ts';

export function HelpDialog({ context, open, onClose, opener, part }: DialogProps) {
  const headings = useRef(new Map<string, HTMLHeadingElement>());
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly HelpSection[]>(HELP_SECTIONS);
  const search = (typed: string) => {
    const wanted = typed.trim().toLowerCase();
    const textOf = (title: string) => headings.current.get(title)?.parentElement?.textContent ?? '';
    setQuery(typed);
    setFound(HELP_SECTIONS.filter((title) => textOf(title).toLowerCase().includes(wanted)));
  };
  const openExample = (source: string) => {
    onClose();
    context.showView('results');
    void context.workspace.openSource({ text: source, uri: document.baseURI, demo: null });
  };
  const contents: Readonly<Record<HelpSection, ReactNode>> = {
    'Run and Compile': <RunningSection />,
    'Printing text': <PrintingSection onOpenExample={openExample} />,
    'Drawing an image': <DrawingSection onOpenExample={openExample} />,
    'Shader commands': <CommandsSection onOpenExample={openExample} />,
    Projects: <ProjectsSection />,
    Debugger: <DebuggerSection />,
    Resources: <ResourcesSection />,
    'From source to output': <OutputSection />,
    Time: <TimeSection />,
    'Embeds and exports': <OutSection />,
    Keyboard: <KeyboardSection commands={context.commands()} />,
    'Privacy and links': <PrivacySection />,
    About: <AboutSection compilerVersion={version} />,
  };
  const goTo = (title: string) => {
    const heading = headings.current.get(title);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  };
  const startAtPart = () => {
    if (part === null) return true;
    goTo(part);
    return headings.current.get(part) ?? true;
  };
  return (
    <Dialog title="Help" beside {...{ open, onClose, opener }} initialFocus={startAtPart}>
      <div className={styles['frame']}>
        <div className={styles['search']}>
          <SearchField
            label="Search Help"
            value={query}
            outcome={query === '' ? '' : `${found.length} of ${HELP_SECTIONS.length} sections`}
            onChange={search}
          />
        </div>
        <div className={styles['help']}>
          <nav className={styles['contents']} aria-label="Help contents">
            {found.map((title) => (
              <button key={title} type="button" onClick={() => goTo(title)}>
                {title}
              </button>
            ))}
          </nav>
          <div className={styles['sections']}>
            {HELP_SECTIONS.map((title) => (
              <section key={title} hidden={!found.includes(title)}>
                <h3
                  tabIndex={-1}
                  ref={(heading) => {
                    if (heading) headings.current.set(title, heading);
                  }}
                >
                  {title}
                </h3>
                {contents[title]}
              </section>
            ))}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function AboutSection({ compilerVersion }: { readonly compilerVersion: string }) {
  return (
    <p>
      Slang compiler {compilerVersion}, built as WebAssembly. The language is documented at{' '}
      <a href="https://shader-slang.org" target="_blank" rel="noreferrer">
        shader-slang.org
      </a>
      .
    </p>
  );
}

/** Documents the module `rendering`, and how vertex and fragment entry points draw. */
function DrawingSection({ onOpenExample }: { readonly onOpenExample: (source: string) => void }) {
  return (
    <>
      <p>
        <code>import rendering;</code> gives you <code>outputTexture</code>, a texture of the
        picture’s size, and <code>drawPixel(position, color)</code>, which draws one pixel: it calls
        your function with the picture’s size and stores the colour that the function returns.
        Positions outside the picture are ignored. The image appears in the top right panel.
      </p>
      <Example
        name="drawing"
        lines={linesFrom(rendering, '[playground::CALL::SIZE_OF("outputTexture")]', 5)}
        onOpen={() => onOpenExample(rendering)}
      />
      <p>
        Pixel (0, 0) is at the <strong>bottom left</strong>, and y points up. Colours are{' '}
        <code>float4(red, green, blue, alpha)</code>, with each component from 0 to 1. You can also
        declare <code>outputTexture</code> yourself, for example in another format: the playground
        shows any 2D texture of that name.
      </p>
      <p>
        <strong>Vertex and fragment entry points</strong> need no module for the picture. A fragment
        entry point alone fills it: its inputs are <code>SV_Position</code> in pixels and{' '}
        <code>UV</code> from 0 to 1. With a vertex entry point before it in the source, it draws
        what <code>DRAW</code> or <code>DRAW::MESH</code> says (see Shader commands). Values go from
        one to the other by their semantics. Kernels and draws run in the order of the source.
      </p>
      <p>
        Coordinates are right-handed with y up, matrices are used as{' '}
        <code>mul(matrix, vector)</code>, and clip space is WebGPU’s: x and y from -1 to 1, depth
        from 0 to 1. Front faces are counter-clockwise. Row 0 is at the bottom in all textures that
        are drawn to. Meshes test depth and leave out their backs by default; the picture is cleared
        to black and has four samples per pixel. The debugger does not trace these entry points, and
        a vertex entry point can neither print nor write.
      </p>
    </>
  );
}

const MAC = isMac(navigator.platform);

function KeyboardSection({ commands }: { readonly commands: readonly Command[] }) {
  return (
    <table className={styles['table']}>
      {shortcutGroups(commands).map(({ title, shortcuts }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={2} className={styles['rowgroup']}>
              {title}
            </th>
          </tr>
          {shortcuts.map((shortcut) => (
            <tr key={shortcut.action}>
              <th scope="row">
                {keysOn(MAC, shortcut).map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && ' '}
                    <kbd>{key}</kbd>
                  </Fragment>
                ))}
              </th>
              <td>{shortcut.action}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function RunningSection() {
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
        stay. A resource is recreated only if its type, its attribute, or an argument of the
        attribute changes. An entry point with <code>CALL::ONCE</code> runs again only if it
        changes, if a resource that it uses is recreated, or if another entry point that runs again
        writes such a resource. While your source has errors, the last working program continues and
        is marked. Run always starts from the beginning.
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
        source is named <code>user.slang</code> there. On a small screen, the bar at the bottom
        switches between the source, the controls and the results below the picture.
      </p>
    </>
  );
}

/** Explains embeds, exports, pictures with their project, reports, conversions and the API. */
function OutSection() {
  return (
    <>
      <p>
        <strong>Share</strong> copies a link and opens a dialog. Its tab “Embed” writes the code
        that shows the shader in another page: an <code>&lt;iframe&gt;</code>, or a{' '}
        <code>&lt;slang-playground&gt;</code> element with the source inside. An embed starts when
        it scrolls into view and pauses when it scrolls out. It has no access to your drafts or
        settings. <a href="./embeds.html">All about embeds</a> lists the options, methods and
        events.
      </p>
      <p>
        <strong>Export</strong> writes the program as one HTML file that runs without anything else,
        as a TypeScript module with types for its uniforms and structs, as a Vite project, as
        SPIR-V, as a C++ header with the table of bindings, and as starting points for slangpy and
        the Slang API. Before you download, the dialog says what a format cannot contain and how far
        it has been tested.
      </p>
      <p>
        Saved pictures and films include the project, unless you turn that off. Drop such a file on
        the page, or open it, to get the project back. It is treated like code from someone else:
        you are asked before it loads files from other sites. Browsers remove the project from a
        picture that is copied as pixels, so paste the file, not the picture.
      </p>
      <p>
        <strong>Copy as Markdown</strong> in the share dialog gives a report for chats and issues:
        the link, the source, the compiler’s version, the problems, the browser and the GPU. If the
        compiler crashes, hangs or writes invalid code, <strong>Reduce</strong> beside the message
        removes what the fault does not need, in the background, and offers the small source.
      </p>
      <p>
        Paste a GLSL fragment shader, with <code>mainImage</code> as in Shadertoy or with{' '}
        <code>main</code>, or an HLSL compute shader, and the page offers to convert it to Slang. A
        shader with <code>mainImage</code> becomes a compute shader or a fragment shader. What could
        not be converted is marked in the source. Addresses of files on GitHub and Gist work in{' '}
        <code>?demo=</code>.
      </p>
      <p>
        Scripts and tests use <code>window.slangPlayground</code>: it gets and sets the project,
        compiles, runs, reads a frame and reports problems. Its <code>version</code> is 1.
      </p>
    </>
  );
}

/**
 * Explains linked lines, targets, the second output, changes, costs and the table of parameters.
 */
function OutputSection() {
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
        open: whether it compiles, the size of the code, and what it needs from a device, such as{' '}
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

/** Explains projects: files, images and data, starters, opening and saving. */
function ProjectsSection() {
  return (
    <>
      <p>
        A project is a main file, <code>user.slang</code>, and whatever it needs.{' '}
        <strong>New file</strong> below the editor adds the first file beside it. From then on, a
        row of tabs above the editor shows all files. Double-click a tab or press F2 to rename its
        file, which also updates the imports that find it; drag it to move it, and press Delete to
        delete it; Undo brings it back. The menu beside the tabs does the same.
      </p>
      <p>
        <strong>Modules.</strong> <code>import noise;</code> uses what is public in{' '}
        <code>noise.slang</code>, and <code>import lib.noise;</code> what is in{' '}
        <code>lib/noise.slang</code>: a slash in a file’s name makes a folder. <code>#include</code>{' '}
        and <code>__include</code> work too. A file cannot have the name of a built-in module such
        as <code>rendering</code>. Run and Compile begin at <code>user.slang</code>, and find the
        entry points of the files that it imports.
      </p>
      <p>
        <strong>Images and data.</strong> Drop or paste a file, and press Insert to declare it, or
        name it in <code>[playground::URL("cat.png")]</code> or{' '}
        <code>[playground::DATA("points.bin")]</code>. Files of the project take precedence over
        addresses on the web.
      </p>
      <p>
        The menu <strong>Project</strong> has the commands for the whole project.{' '}
        <strong>New</strong> opens a short program to start from; your current source goes to the
        history. Drafts, saved versions and links hold all files; a link carries up to 192 kB of
        images and data. The Share dialog can add uniform values and the paused frame. A project has
        at most 200 files with 4 MB of text.
      </p>
      <p>
        <strong>Open files…</strong> and <strong>Open folder…</strong> in that menu open files, a
        folder or a zip; you can also drop them on the page. If several files can be the main file,
        you choose one; it keeps its own name on your disk. <strong>Save</strong> writes changed
        files back to your disk if the browser can, as Chrome and Edge can; other browsers download
        a file. It deletes nothing on your disk. If another program changes the files, you can
        reload them; your edits go to the history. <strong>Download zip</strong> packs the whole
        project with its target, entry point and uniform values.
      </p>
    </>
  );
}

/** Explains the Resources tab and the readout over the picture. */
function ResourcesSection() {
  return (
    <>
      <p>
        The <strong>Resources</strong> tab shows what the running shader keeps: each buffer as a
        table, each texture as an image, the uniforms with their values, and the samplers. The list
        says which entry points read and write a resource, and which attribute fills it. The view is
        updated a few times a second while the shader plays, and after each frame while it is
        paused.
      </p>
      <p>
        <strong>The value under the pointer</strong> is shown over the picture, as the texture
        stores it, with y&nbsp;=&nbsp;0 at the bottom. Hold Alt for a magnifier. With the keyboard,
        focus the picture and hold Alt while you press the arrow keys.
      </p>
      <p>
        <strong>Tables</strong> have the columns of the buffer’s type; values that changed since the
        previous frame are marked. Go to an index, find a value, show numbers in hexadecimal, or
        show the bytes. While playback is paused, press Enter or double-click to edit a value, and
        the next frame uses it. If an entry point runs once per element,{' '}
        <strong>Debug this thread</strong> at the start of a row opens the debugger there.
      </p>
      <p>
        <strong>Images</strong> zoom with the wheel and move by dragging. Choose the channels, the
        slice, and the range: which values are black and white.
      </p>
      <p>
        <strong>Statistics</strong> counts the values of each column or channel and gives their
        minimum, maximum, mean and spread, with a histogram. NaN and infinity are counted
        separately. Chart draws a column of a buffer as lines or bars.
      </p>
      <p>
        <strong>Value over frames</strong> charts the selected cell, or the texel that you press,
        over the last 600 frames, while the shader plays. Gaps with a mark are NaN or infinity.
        Press a point, or choose one with the arrow keys and press Enter, to go to its frame.
      </p>
      <p>
        <strong>Download</strong> saves a buffer as CSV, JSON, <code>.npy</code> or raw bytes, and a
        texture as PNG or <code>.npy</code>. To <strong>load</strong> a file until the next Run,
        drop it on the resource in the list, or press Load file: raw bytes or <code>.npy</code>, and
        for textures also images. Its size and type must fit.
      </p>
      <p>
        <strong>Pin</strong> keeps a copy of a resource. Difference then compares it with later
        frames.
      </p>
    </>
  );
}

/** What the browser stores, and what a server can see. */
function PrivacySection() {
  return (
    <>
      <p className={styles['promise']}>
        No data is sent to any server. The compiler is part of this page, and your source is
        compiled and run in your browser.
      </p>
      <p>A server sees only the requests that the browser makes:</p>
      <ul>
        <li>
          <strong>When someone opens a shared link.</strong> The link contains the whole source. In
          a link of up to 6,000 characters, the source follows a <code>?</code>: the browser sends
          that part to this site’s server, which may log it. In a longer link it follows a{' '}
          <code>#</code>, a part that browsers never send. Creating a link sends nothing.
        </li>
        <li>
          <strong>When you run a shader with URL or DATA.</strong> The browser fetches the addresses
          that the shader names, so their servers see the requests. If the shader came from a link
          or a zip, the playground asks you first. Names of the project’s own images and data are
          not fetched.
        </li>
        <li>
          <strong>When you open a demo.</strong> The browser fetches it from this site, or from the
          address in a link with <code>demo=http…</code>.
        </li>
      </ul>
      <p>
        This browser saves your source as you type, and keeps earlier versions under{' '}
        <strong>History</strong>, even after you close the tab or open another source. The history
        keeps every version for an hour, one per hour for a day, then one per day. Pin a version to
        keep it for good. Nobody else gets these versions, but anyone who uses this browser can read
        and delete them. Images and data that you add stay in this browser too. Beyond 512 MB in
        all, those that no project has used for longest, and for at least a week, are removed.
      </p>
      <p>
        After the first visit, the playground works offline, with the tools that you have used.{' '}
        <strong>Make available offline</strong> in the menu <strong>More</strong> stores the others
        too.
      </p>
    </>
  );
}

/** Explains the timeline, the Profile tab, pictures, films, comparing and animated uniforms. */
function TimeSection() {
  return (
    <>
      <p>
        The <strong>timeline</strong> below the picture shows any frame again: drag it, press the
        arrow keys, or press the frame’s number and type another. If the shader keeps data from
        frame to frame, the earlier frames are replayed with the recorded mouse, keys and sliders;
        Cancel returns to the frame you came from. Copies of the data, up to 256&nbsp;MB of GPU
        memory, make that fast. Speed, highest frame rate and loop are in{' '}
        <strong>Picture settings</strong>. Drag the two ends of a loop on the timeline.
      </p>
      <p>
        With <strong>Fixed step</strong>, each frame is 1/60 s after the previous one, however long
        it takes to draw, and none is skipped. The <strong>random seed</strong> decides the numbers
        of <code>RAND</code>. With both, every run draws the same pictures: a link with{' '}
        <code>frame=120</code> and <code>seed=7</code> shows the same pixels each time, paused.
      </p>
      <p>
        The <strong>Profile</strong> tab shows the GPU time of each entry point over the newest 600
        frames: the last frame, the median, the 95th percentile, and the share of the frame. After
        an edit, it says whether an entry point became faster or slower, or whether the difference
        is within the noise. Click a frame in the chart to pause there.
      </p>
      <p>
        <strong>Try group sizes</strong> measures an entry point with other sizes in{' '}
        <code>[numthreads]</code>. The source stays as it is. A size is offered only if it writes
        the same bytes and is faster beyond the noise; <strong>Use</strong> writes it into the
        source. The result is valid for your device only.
      </p>
      <p>
        <strong>Save</strong> in the playback bar saves the current frame as PNG, at any size that
        the device can draw, or a range of frames as a zip of PNGs, or copies the picture. A film
        has every frame of its range, however slow the computer is, or records the picture as it
        plays. Pictures and films include the project, unless you turn that off.
      </p>
      <p>
        <strong>Compare with pinned picture</strong> keeps the current picture. Edit the shader,
        move a slider or go to another frame, then drag the divider between both pictures, or look
        at their difference.
      </p>
      <p>
        In the Uniforms tab, <strong>Animate</strong> moves a slider over the time of the run, as a
        sine, a saw or noise between two values.
      </p>
    </>
  );
}
