import type { Locator, Page } from '@playwright/test';

export interface TestFile {
  readonly name: string;
  readonly content: Uint8Array | string;
}

/** Drops files on an element, as a person drags them from a folder; by default on the page's body. */
export function dropFiles(
  page: Page,
  files: readonly TestFile[],
  target: Locator = page.locator('body'),
): Promise<void> {
  return dispatchWithFiles(target, files, 'drop');
}

/** Pastes a file into an element. */
export function pasteFile(target: Locator, file: TestFile): Promise<void> {
  return dispatchWithFiles(target, [file], 'paste');
}

async function dispatchWithFiles(
  target: Locator,
  files: readonly TestFile[],
  event: 'drop' | 'paste',
): Promise<void> {
  const sent = files.map(({ name, content }) => ({
    name,
    base64: Buffer.from(content).toString('base64'),
  }));
  await target.evaluate(
    (element, { sent, event }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const type = name.endsWith('.png') ? 'image/png' : '';
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      const init = { bubbles: true, cancelable: true };
      const made =
        event === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer })
          : new ClipboardEvent('paste', { ...init, clipboardData: dataTransfer });
      element.dispatchEvent(made);
    },
    { sent, event },
  );
}
