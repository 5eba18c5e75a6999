/** Explains the timeline, the Profile tab, pictures, films, comparing and animated uniforms. */
export function TimeSection() {
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
