import { expect, type Locator, type Page } from '@playwright/test';

export interface TestFile {
  readonly name: string;
  readonly content: Uint8Array | string;
}

/**
 * Drops files on an element, as if dragged from a folder; by default on the page's body. As in
 * browsers, the drop happens only where the page accepts the drag.
 */
export async function dropFiles(
  page: Page,
  files: readonly TestFile[],
  target: Locator = page.locator('body'),
): Promise<void> {
  await expect.poll(() => dispatchWithFiles(target, files, 'dragover')).toBe('accepted');
  await dispatchWithFiles(target, files, 'drop');
}

export async function pasteFile(target: Locator, file: TestFile): Promise<void> {
  await dispatchWithFiles(target, [file], 'paste');
}

function dispatchWithFiles(
  target: Locator,
  files: readonly TestFile[],
  event: 'dragover' | 'drop' | 'paste',
): Promise<'accepted' | 'ignored'> {
  const sent = files.map(({ name, content }) => ({
    name,
    base64: Buffer.from(content).toString('base64'),
  }));
  return target.evaluate(
    (element, { sent, event }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const type = name.endsWith('.png') ? 'image/png' : '';
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      const init = { bubbles: true, cancelable: true };
      const made =
        event === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: dataTransfer })
          : new DragEvent(event, { ...init, dataTransfer });
      return element.dispatchEvent(made) ? 'ignored' : 'accepted';
    },
    { sent, event },
  );
}
