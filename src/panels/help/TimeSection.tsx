/** Explains the timeline, the Profile tab, pictures, films, comparing and animated uniforms. */
export function TimeSection() {
  return (
    <>
      <p>
        The <strong>timeline</strong> below the picture shows any frame again: drag it, press the
        arrow keys, or enter a frame number. If the shader keeps data from frame to frame, going
        back plays the frames up to there once more, with mouse, keys and sliders as they were.
        Choose the speed and the highest frame rate, and a loop between two frames.
      </p>
      <p>
        <strong>Fixed step</strong> gives frame n the time n / 60 s, however long it takes to draw.
        With it and the <strong>random seed</strong>, every run draws the same pictures, and a link
        with <code>frame=120</code> and <code>seed=7</code> shows the same pixels everywhere.
      </p>
      <p>
        The <strong>Profile</strong> tab shows the GPU time of each entry point: the last frame, the
        median, the time that 95&nbsp;% of the frames stay below, and the share of the frame. After
        an edit, it compares the times with those before. Click a frame in the chart to pause at it.{' '}
        <strong>Try group sizes</strong> measures copies of an entry point with other{' '}
        <code>numthreads</code>, and offers the fastest of those that write the same.
      </p>
      <p>
        <strong>Save</strong> in the playback bar saves the frame in sight as PNG, at any size, or a
        range of frames, or a film. A rendered film has every frame, however slow the computer is.
        Pictures and films carry the project, unless you switch that off.
      </p>
      <p>
        <strong>Compare with pinned picture</strong> keeps the picture in sight. Edit the shader,
        move a slider or go to another frame, then drag the divider between both pictures, or look
        at their difference.
      </p>
      <p>
        In the Uniforms tab, <strong>Animate</strong> moves a slider with time, as a sine, a saw or
        noise between two values.
      </p>
    </>
  );
}
