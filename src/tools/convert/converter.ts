import { ConvertNotices } from './ConvertNotices.tsx';
import {
  type ConvertSession,
  type ConvertWorkspace,
  createConvertSession,
  type PutImage,
} from './convertSession.ts';

/** All that a page needs to convert its source. */
export interface Converter {
  readonly session: ConvertSession;
  readonly Notices: typeof ConvertNotices;
}

export function createConverter(workspace: ConvertWorkspace, putImage: PutImage): Converter {
  return { session: createConvertSession(workspace, putImage), Notices: ConvertNotices };
}
