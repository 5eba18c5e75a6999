import { type ReactNode, useEffect } from 'react';
import { notify, type PageNotice, withdraw } from './notices.ts';

interface NoticeProps extends Omit<PageNotice, 'actions'> {
  readonly children?: ReactNode;
}

/** Shows a notice in the page's list of notices for as long as it is mounted. */
export function Notice({ children, ...notice }: NoticeProps) {
  const { id } = notice;
  useEffect(() => notify({ ...notice, actions: children }));
  useEffect(() => () => withdraw(id), [id]);
  return null;
}
