import { Facet, type RangeSet } from '@codemirror/state';
import type { GutterMarker } from '@codemirror/view';

/**
 * Marks beside lines with which something can be done. They share a gutter with the light bulbs of quick
 * fixes, which go first, so that the text keeps its place.
 */
export const lineActions = Facet.define<RangeSet<GutterMarker>>();

const SVG = 'http://www.w3.org/2000/svg';

/** What such a mark shows: an icon of one path on a 16 × 16 grid, in its text's color. */
export function lineActionMark(className: string, title: string, path: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = `cm-line-action ${className}`;
  mark.title = title;
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  const drawn = document.createElementNS(SVG, 'path');
  drawn.setAttribute('d', path);
  icon.append(drawn);
  mark.append(icon);
  return mark;
}
