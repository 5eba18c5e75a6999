import type { Definition } from './spec.ts';

/** Keywords of C++, on which Metal and CUDA are built. */
export const CPP_KEYWORDS = `
  alignas alignof and and_eq asm auto bitand bitor break case catch class co_await co_return co_yield
  compl concept const_cast continue decltype default delete do dynamic_cast else enum export extern
  final for friend goto if namespace new noexcept not not_eq operator or or_eq override private protected
  public reinterpret_cast requires return sizeof static_assert static_cast struct switch template this
  throw try typedef typeid typename union using while xor xor_eq`;

export const CPP_MODIFIERS =
  'const consteval constexpr constinit explicit inline mutable register restrict static thread_local virtual volatile';

export const CPP_TYPES = `
  auto bool char char8_t char16_t char32_t double float int long short signed unsigned void wchar_t
  int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t ptrdiff_t size_t`;

export const CPP_CONSTANTS = 'nullptr NULL';

export const CPP_DEFINERS: Readonly<Record<string, Definition>> = {
  struct: 'type',
  class: 'type',
  enum: 'type',
  union: 'type',
  typename: 'type',
  namespace: 'namespace',
};

export const CPP_LIST_OPENERS = 'template static_cast reinterpret_cast const_cast dynamic_cast';
