import type { Page } from '@playwright/test';

/**
 * Crashes the page's process, and returns a connection to the page that survives the crash:
 * Playwright can no longer control the page.
 */
export async function crash(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  const own = await page.context().newCDPSession(page);
  const { targetInfo } = await own.send('Target.getTargetInfo');
  const session = await browser.newBrowserCDPSession();
  const { targetId } = targetInfo;
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const answers = new Map<number, (answer: { result?: unknown }) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, ...answer } = JSON.parse(message);
    answers.get(id)?.(answer);
  });
  let count = 0;
  const send = async (method: string, params: object = {}) => {
    count += 1;
    const id = count;
    const answered = new Promise<{ result?: unknown }>((resolve) => answers.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    return answered;
  };
  const crashed = page.waitForEvent('crash');
  // The crashed process cannot answer this call.
  void send('Page.crash');
  await crashed;
  return {
    async reload() {
      await send('Page.reload');
    },
    async evaluate(expression: string): Promise<unknown> {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
      return (result as { result?: { value?: unknown } } | undefined)?.result?.value;
    },
  };
}
