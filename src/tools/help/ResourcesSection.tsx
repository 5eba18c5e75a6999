/** Explains the Resources tab and the readout over the picture. */
export function ResourcesSection() {
  return (
    <>
      <p>
        The <strong>Resources</strong> tab shows what the running shader keeps: each buffer as a
        table, each texture as an image, the uniforms with their values, and the samplers. The list
        says who reads and writes a resource, and which attribute fills it. While the shader plays,
        what is shown is read a few times a second; while it is paused, after each frame.
      </p>
      <p>
        <strong>The value under the pointer</strong> is shown over the picture, as the texture
        stores it, with y&nbsp;=&nbsp;0 at the bottom. Hold Alt for a magnifier. With the keyboard,
        focus the picture and hold Alt while you press the arrow keys.
      </p>
      <p>
        <strong>Tables</strong> have the columns of the buffer’s type; values that changed since the
        frame before are marked. Go to an index, find a value, show numbers in hexadecimal, or show
        the bytes. While playback is paused, press Enter or double-click to edit a value, and the
        next frame uses it. If an entry point runs once per element,{' '}
        <strong>Debug this thread</strong> at the start of a row opens the debugger there.
      </p>
      <p>
        <strong>Images</strong> zoom with the wheel and move by dragging. Choose the channels, the
        slice, and the range: which values are black and white.
      </p>
      <p>
        <strong>Statistics</strong> counts the values of each column or channel and gives their
        minimum, maximum, mean and spread, with a histogram. NaN and infinity are counted apart.
        Chart draws a column of a buffer as lines or bars.
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
