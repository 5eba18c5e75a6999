/** Runs in the page. Scrolls to each picture, which loads it, and returns its natural width. */
export async function loadedWidths(pictures: Element[]): Promise<number[]> {
  const widths: number[] = [];
  for (const picture of pictures) {
    if (!(picture instanceof HTMLImageElement)) continue;
    picture.scrollIntoView();
    if (!picture.complete) {
      await new Promise((resolve) => {
        picture.onload = resolve;
        picture.onerror = resolve;
      });
    }
    widths.push(picture.naturalWidth);
  }
  return widths;
}
