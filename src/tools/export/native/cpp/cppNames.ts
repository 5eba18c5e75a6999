/** C++17 and C++20 keywords, and names that standard headers may define. */
const RESERVED: ReadonlySet<string> = new Set(
  `alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
  char32_t class compl concept const consteval constexpr constinit const_cast continue co_await
  co_return co_yield decltype default delete do double dynamic_cast else enum explicit export extern
  false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr
  operator or or_eq private protected public register reinterpret_cast requires return short signed
  sizeof static static_assert static_cast struct switch template this thread_local throw true try
  typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
  std NULL errno offsetof assert stdin stdout stderr unix linux main`.split(/\s+/),
);

export function cppIdentifier(name: string): string {
  const letters = name.normalize('NFKD').replace(/[^A-Za-z0-9_]+/g, '_');
  // Leading and double underscores are reserved for the implementation.
  const safe = letters.replace(/_{2,}/g, '_').replace(/^_+(?=.)/, '');
  if (safe === '' || safe === '_') return 'unnamed';
  return /^\d/.test(safe) || RESERVED.has(safe) ? `n_${safe}` : safe;
}

/**
 * Namespace of a program. The suffix avoids names of the C library, such as `random` and `time`.
 */
export function cppNamespace(program: string): string {
  return cppIdentifier(`${program}_program`);
}

/** Returns a function that gives out unique identifiers. */
export function createCppNames(taken: Iterable<string> = []): (name: string) => string {
  const used = new Set(taken);
  return (name) => {
    const wanted = cppIdentifier(name);
    let given = wanted;
    for (let count = 2; used.has(given); count += 1) given = `${wanted}${count}`;
    used.add(given);
    return given;
  };
}

/** A UTF-8 string literal, independent of the file's encoding. */
export function cppString(text: string): string {
  const parts = Array.from(new TextEncoder().encode(text), (byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    if (byte === 0x0a) return '\\n';
    // Octal escapes end after three digits; hexadecimal ones do not. `?` could start a trigraph.
    if (byte < 0x20 || byte > 0x7e || byte === 0x3f) return `\\${octal(byte)}`;
    return String.fromCharCode(byte);
  });
  return `"${parts.join('')}"`;
}

function octal(byte: number): string {
  return byte.toString(8).padStart(3, '0');
}

/** Text for a line comment: neither ends the line nor joins it to the next. */
export function cppComment(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/(?<![\\\s])[\\\s]+$/, (end) => end.replace(/\\.*/, ''));
}

/** The shortest float literal for a number. */
export function cppFloat(value: number): string {
  if (!Number.isFinite(value)) return '0.0f';
  const single = Math.fround(value);
  const short = Number(single.toPrecision(7));
  const text = String(Math.fround(short) === single ? short : single);
  return `${/[.e]/.test(text) ? text : `${text}.0`}f`;
}
