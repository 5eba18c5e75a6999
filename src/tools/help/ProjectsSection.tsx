/** Explains projects: files, images and data, starters, and ways in and out. */
export function ProjectsSection() {
  return (
    <>
      <p>
        A project is a main file, <code>user.slang</code>, with whatever it needs.{' '}
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
        <code>[playground::DATA("points.bin")]</code>. Files of the project come before addresses on
        the web.
      </p>
      <p>
        The menu <strong>Project</strong> has what concerns all of it. <strong>New</strong> opens a
        short program to begin with; your current source goes to the history. Drafts, saved versions
        and links hold all files; a link carries up to 192 kB of images and data. The dialog of
        Share can add uniform values and the paused frame. A project has at most 200 files with 4 MB
        of text.
      </p>
      <p>
        <strong>Open files…</strong> and <strong>Open folder…</strong> in that menu open files, a
        folder or a zip; you can also drop them on the page. If several files can be the main file,
        you choose one; it keeps its own name on your disk. <strong>Save</strong> writes changed
        files back where your browser can do so, as Chrome and Edge can, and as a file elsewhere. It
        deletes nothing on your disk. If another program changes the files, you can reload them;
        your edits go to the history. <strong>Download zip</strong> packs the whole project with its
        target, entry point and uniform values.
      </p>
    </>
  );
}
