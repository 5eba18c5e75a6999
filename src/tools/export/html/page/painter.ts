import { createPresenter } from '#engine/gpu/presenter.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { FrameInputs, Program } from '#tools/export/runtime/program.ts';
import type { PageElements } from './elements.ts';

export type Painter = ReturnType<typeof createPainter>;

export function createPainter(device: GPUDevice, { canvas, printed, frame }: PageElements) {
  const presenter = createPresenter(device, navigator.gpu.getPreferredCanvasFormat());
  let newest: { readonly program: Program; readonly size: Size } | null = null;
  let pending = 0;
  let reading: Promise<unknown> = Promise.resolve();
  const onDone = () => {
    pending -= 1;
  };
  const show = async (text: Promise<string>, before: Promise<unknown>) => {
    const [shown] = await Promise.all([text, before]);
    if (shown !== '') printed.textContent = shown;
  };
  return {
    /** Number of submitted frames that the device has not completed. */
    get pending(): number {
      return pending;
    },
    draw(program: Program, inputs: FrameInputs, size: Size) {
      newest = { program, size };
      const encoder = device.createCommandEncoder({ label: `frame ${inputs.frame}` });
      program.encode(encoder, inputs);
      const picture = program.picture();
      if (picture) presenter.encode(encoder, canvas, size, picture);
      device.queue.submit([encoder.finish()]);
      pending += 1;
      device.queue.onSubmittedWorkDone().then(onDone, onDone);
      frame.textContent = `frame ${inputs.frame}`;
      // Rejects if the device is lost, which the page reports separately.
      reading = show(program.printed(), reading).catch(() => {});
    },
    /** Resolves once the device has completed all frames. */
    completed: (): Promise<unknown> => device.queue.onSubmittedWorkDone(),
    /** Resolves once all text printed so far is shown. */
    settled: (): Promise<unknown> => reading,
    /** The pixels of the newest picture as shown; null if the program draws none. */
    read(): ImageData | null {
      const picture = newest?.program.picture();
      if (!newest || !picture) return null;
      const { size } = newest;
      const encoder = device.createCommandEncoder({ label: 'read the picture' });
      presenter.encode(encoder, canvas, size, picture);
      device.queue.submit([encoder.finish()]);
      const context = new OffscreenCanvas(size.width, size.height).getContext('2d');
      // In the same task, since browsers clear a canvas between tasks.
      context?.drawImage(canvas, 0, 0);
      return context?.getImageData(0, 0, size.width, size.height) ?? null;
    },
  };
}
