import { DebuggerPicture, MemoryPicture, PaintPicture } from './DebuggerPictures.tsx';

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
        every trace is of the same frame until you press Next frame.{' '}
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
        Debugger tab shows the variables, the call stack and your watches at each step. Steps go
        through all files of a project, and the editor shows the file of the step. To set a{' '}
        <strong>breakpoint</strong>, click a line number or press F9. Shift+click adds a condition,
        such as <code>{'i > 3 && d < 0.1'}</code>. Continue goes to the next or previous step at a
        breakpoint. Count threads says how many threads of the frame come to each breakpoint, and
        traces the first of them.
      </p>
      <p>
        <strong>Expressions:</strong> type one under Watches, such as{' '}
        <code>dot(normal, light) * 0.5</code>, or select one in the source and point at it. The GPU
        computes it at the current step. Names of variables have their values at once, and those of
        buffers and textures their type and size; elements of long arrays are computed too.
        Expressions that change something, such as <code>i++</code>, are refused.
      </p>
      <p>
        <strong>Compare with another thread</strong> traces a second thread of the same frame, which
        you type or pick on the picture, shows the variables of both, and goes from one difference
        to the next: another value, or another path.
      </p>
      <p>
        <strong>Ask all threads</strong> of the frame: Find non-finite values lists the lines at
        which threads have NaN or infinity, and how many. Find colours out of range lists the lines
        that store a colour below 0 or above 1. Click a line to trace one of its threads. Heat map
        colours each pixel by the number of statements that its thread executes, from the smallest
        to the largest; Escape hides it. To practise, open the demo Mountain Lakes and find its bug.
        Find races lists the elements that two threads of one call access at the same time, with one
        of them storing and no barrier or atomic operation between them.
      </p>
      <MemoryPicture />
      <p>
        <strong>Follow a value to its writer</strong>: “Loaded values” lists what a step loads from
        buffers, textures and shared memory, in vertices and fragments too, and which thread stored
        it. Press a thread to trace it where it stores. If nothing stored it in this frame, look in
        earlier frames: the timeline goes back for that. A texel that was drawn leads to its
        fragment, or to all that are blended in it. “Who wrote this?” in the Resources tab lists the
        threads that stored the selected element or texel, or its fragments, in their order, in the
        last frame in which any did. Below the loaded values, the debugger shows the shared memory
        of the thread’s group at each step.
      </p>
      <p>
        <strong>A program that draws</strong> shows the fragment that a pixel keeps, and under
        “Fragments of this pixel” those that others cover or that were discarded, from front to
        back. Below are the vertices of its triangle: click one, or step out of the fragment, to see
        what computed it. The heat map counts all fragments of a pixel; choose Overdraw in its
        legend to see how many there are.
      </p>
      <PaintPicture />
      <p>
        <strong>Paint value</strong> in the source’s context menu or under Commands, the key P, or
        Alt+click on a line number shows a value as every thread computes it, over the picture and
        while it plays: the one at the cursor, or the selected expression. Threads that did not come
        there are hatched, NaN and infinities are magenta, and the legend has the value under the
        pointer. Choose colours, or arrows for vectors; a range, also by dragging over the legend;
        and, in a loop, which time counts, or which call of a function. Follow cursor paints where
        the cursor rests, and Save stores the painted picture; recorded films show it too. Click a
        pixel, or press Chart, to see how its value changes over frames. Of the fragments of a
        pixel, the one that is kept counts. Vertices, and threads of kernels over a buffer, fill
        rows: set their length under Columns.
      </p>
      <p>
        <strong>Agrees</strong> means that the thread stored the colour that the picture has.{' '}
        <strong>Differs</strong> means that the repeated frame went differently: threads raced for
        the same memory, or another thread stored to the same pixel.
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
