import { Facet, type RangeSet } from '@codemirror/state';
import type { GutterMarker } from '@codemirror/view';

/**
 * Marks beside lines with which something can be done. They share a gutter with the light bulbs of quick
 * fixes, which go first, so that the text keeps its place.
 */
export const lineActions = Facet.define<RangeSet<GutterMarker>>();
