import { describe, expect, it } from 'vitest';
import { readCoreDocumentation } from './handlers.ts';

const documentation = readCoreDocumentation(`//@public:
/// Clamps a value.
/// @param x The value,
/// as it is.
/// @param low The bound.
/// @return The clamped value.
/// @category math
__generic<T : IComparable>
[__readNone] [ForceInline]
[require(hlsl, sm_4_0)]
T clamp(T x, T low)
{
    return max(x, low);
}

__generic<T : IComparable, let N : int>
vector<T, N> clamp(vector<T, N> x, vector<T, N> low) { }

/// A value that is changed as a whole.
/// @remarks Only on a GPU.
__magic_type(AtomicType)
struct Atomic<T>
{
    /// Adds.
    T add<U : I>(T value);
}

/// Belongs to nothing.

float lonely(float x);
`);

describe('the core library’s documentation', () => {
  it('converts the tags of a comment to Markdown', () => {
    expect(documentation.at(11)).toBe(
      'Clamps a value.\n\n**Returns** The clamped value.\n\n**Parameters**\n\n' +
        '`x` The value,\nas it is.\n\n`low` The bound.',
    );
  });

  it('is shared by the overloads that follow', () => {
    expect(documentation.at(17)).toBe(documentation.at(11));
  });

  it('finds types and methods by name', () => {
    expect(documentation.named('Atomic')).toBe(
      'A value that is changed as a whole.\n\nOnly on a GPU.',
    );
    expect(documentation.named('add')).toBe('Adds.');
    expect(documentation.named('max')).toBeUndefined();
  });

  it('does not assign a separate comment to a declaration', () => {
    expect(documentation.named('lonely')).toBeUndefined();
    expect(documentation.at(99)).toBeUndefined();
  });
});
