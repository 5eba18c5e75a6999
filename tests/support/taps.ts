import type { Locator } from '@playwright/test';

/**
 * Taps a control twice, this many milliseconds apart by the events' own timestamps, however long
 * the page takes to handle them.
 */
export async function tapTwice(control: Locator, apart = 100): Promise<void> {
  // Wait until the control has stopped moving and is not covered.
  await control.hover();
  const box = await control.boundingBox();
  if (!box) throw new Error('The control has no box.');
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await control.page().context().newCDPSession(control.page());
  // The second tap is now, so that no timestamp is in the future.
  const first = (Date.now() - apart) / 1000;
  for (const [tap, at] of [first, first + apart / 1000].entries()) {
    const event = { ...place, button: 'left', clickCount: tap + 1, timestamp: at } as const;
    await session.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed' });
    await session.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased' });
  }
  await session.detach();
}
