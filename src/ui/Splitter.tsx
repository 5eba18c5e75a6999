import { Separator } from 'react-resizable-panels';
import styles from './Splitter.module.css';

/** The bar between two panels; drags, and moves by the arrow keys. */
export function Splitter({ label }: { readonly label: string }) {
  return <Separator className={styles['splitter']} aria-label={label} />;
}
