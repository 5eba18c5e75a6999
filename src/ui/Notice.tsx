import { type ReactNode, useEffect } from 'react';
import { notify, type PageNotice, withdraw } from './notices.ts';

interface NoticeProps extends Omit<PageNotice, 'actions'> {
  /** Buttons that do something about it. */
  readonly children?: ReactNode;
}

/** A notice of the page, due for as long as this is mounted. It is shown where all notices are. */
export function Notice({ children, ...notice }: NoticeProps) {
  const { id } = notice;
  useEffect(() => notify({ ...notice, actions: children }));
  useEffect(() => () => withdraw(id), [id]);
  return null;
}
