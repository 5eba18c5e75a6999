import { expect, type Page } from '@playwright/test';
import type { PageProgram } from '#tools/export/html/page/main.ts';
import { type PageScript, writePage } from '#tools/export/html/writePage.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { toProgramData } from '#tools/export/program/toProgramData.ts';
import { readExportText } from '../../scripts/build/exportTexts.ts';
import type { Picture } from './pixels.ts';

declare global {
  interface Window {
    /** Set on an exported page. */
    readonly program?: Promise<PageProgram>;
  }
}

/** The page's script, as the build includes it in the site. */
export async function readPageScript(): Promise<PageScript> {
  const { javascript, parts } = await readExportText('virtual:export-page');
  return {
    javascript,
    printingJavascript: parts['printing']?.javascript ?? '',
    drawingJavascript: parts['drawing']?.javascript ?? '',
    cameraJavascript: parts['camera']?.javascript ?? '',
  };
}

export async function pageOf(program: ExportedProgram, script: PageScript): Promise<string> {
  const data = await toProgramData(program);
  return writePage({ data, project: program.project, script });
}

export async function openExactFrame(
  page: Page,
  url: string,
  frame: number,
  size: { readonly width: number; readonly height: number } | null,
): Promise<void> {
  const sized = size ? `&size=${size.width}x${size.height}` : '';
  await page.goto(`${url}#frame=${frame}${sized}`);
  await page.evaluate(() => window.program);
}

export async function exportedPicture(page: Page): Promise<Picture> {
  return decoded(
    await page.evaluate(async () => {
      const picture = (await window.program)?.readPicture();
      if (!picture) throw new Error('The page draws no picture.');
      const { width, height, data } = picture;
      return { width, height, data: new Uint8Array(data).join() };
    }),
  );
}

export async function playgroundPicture(page: Page, frame: number): Promise<Picture> {
  const read = await page.evaluate(async () => {
    const picture = await window.slangPlayground?.readFrame();
    if (!picture) throw new Error('The page has no API for scripts.');
    return { ...picture, data: new Uint8Array(picture.data).join() };
  });
  expect(read.frame).toBe(frame);
  return decoded(read);
}

function decoded({
  width,
  height,
  data,
}: {
  width: number;
  height: number;
  data: string;
}): Picture {
  return { width, height, data: Buffer.from(data.split(',').map(Number)) };
}
