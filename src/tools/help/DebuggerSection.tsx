import { DebuggerPicture } from './DebuggerPicture.tsx';

/** Explains the debugger. */
export function DebuggerSection() {
  return (
    <>
      <p>
        The debugger shows what one thread computed in one frame. Your graphics device runs the
        frame once more with a recording copy of your shader, so the values are the real ones.
      </p>
      <DebuggerPicture />
      <p>
        <strong>Start</strong> with Inspect below the picture, then click a pixel; or right-click
        the picture or the source, and choose “Debug this pixel” or “Debug this line”. A crosshair
        beside an entry point debugs one of its threads. With the keyboard, the arrow keys move the
        crosshair (with Shift by ten pixels), Enter picks, and Escape cancels. Playback pauses, and
        all further traces are of the same frame until you press Next frame.{' '}
        <strong>Follow the pointer</strong> in Picture settings updates the values while the shader
        runs. For another entry point or thread, choose it in the Debugger tab and press Trace
        thread. If your shader only prints, press Debug a thread in the Output tab.
      </p>
      <p>
        <strong>In the source</strong>, each line shows its values at the current step.{' '}
        <code>×8</code> means that the line ran eight times; its last values are shown. Lines that
        the thread did not execute are dimmed. Hover over a value to see all of its digits, and over
        a dotted line to see why it is not recorded.
      </p>
      <p>
        <strong>Step</strong> forward and backward with the buttons, the keys or the slider. The
        Debugger tab shows the variables, the call stack and your watches at each step. To set a{' '}
        <strong>breakpoint</strong>, click a line number or press F9. Shift+click adds a condition,
        such as <code>{'i > 3 && d < 0.1'}</code>. Continue goes to the next step at a breakpoint,
        or to the one before.
      </p>
      <p>
        <strong>Ask all threads</strong> of the frame: Find non-finite values lists the lines at
        which threads have NaN or infinity, and how many. Find colours out of range lists the lines
        that store a colour below 0 or above 1. Click a line to trace one of its threads. Heat map
        colours each pixel by the number of statements that its thread executes, from the smallest
        to the largest; Escape hides it. To practise, open the demo Mountain Lakes and find its bug.
      </p>
      <p>
        <strong>Agrees</strong> means that the thread stored the colour that the picture has.{' '}
        <strong>Differs</strong> means that the repeated frame took another course: threads raced
        for the same memory, or another thread stored to the same pixel.
      </p>
      <p>
        Limits: a trace has 65,536 records; choose up to 1,048,576 under Records. Arrays show 16
        elements. Textures, samplers and 64-bit numbers show no value, nor do large structs that
        many functions pass on by value. Functions that are differentiated are not recorded. The
        shader must leave one storage buffer binding unused.
      </p>
    </>
  );
}
