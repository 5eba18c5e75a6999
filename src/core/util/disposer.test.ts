import { describe, expect, it, vi } from 'vitest';
import { createDisposer } from './disposer.ts';

describe('a disposer', () => {
  it('releases each resource once, the last acquired first', () => {
    const released: string[] = [];
    const disposer = createDisposer();
    disposer.add(() => released.push('first'));
    disposer.add(() => released.push('second'));
    disposer.dispose();
    disposer.dispose();
    expect(released).toEqual(['second', 'first']);
  });

  it('releases immediately what is added after disposal', () => {
    const disposer = createDisposer();
    disposer.dispose();
    const release = vi.fn();
    disposer.add(release);
    expect(release).toHaveBeenCalledOnce();
  });
});
