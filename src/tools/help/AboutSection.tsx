/** The compiler's version. */
export function AboutSection({ compilerVersion }: { readonly compilerVersion: string }) {
  return (
    <p>
      Slang compiler {compilerVersion}, built as WebAssembly. The language is documented at{' '}
      <a href="https://shader-slang.org" target="_blank" rel="noreferrer">
        shader-slang.org
      </a>
      .
    </p>
  );
}
