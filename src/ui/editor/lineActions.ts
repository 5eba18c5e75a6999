import { Facet, type RangeSet } from '@codemirror/state';
import type { GutterMarker } from '@codemirror/view';

/**
 * Gutter marks for lines that offer an action. They share a gutter with the light bulbs of quick
 * fixes, which come first, so that the text does not move.
 */
export const lineActions = Facet.define<RangeSet<GutterMarker>>();
