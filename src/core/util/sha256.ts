/**
 * The SHA-256 of bytes, or of a text's UTF-8 bytes, in hexadecimal. Needs a secure context, like
 * `crypto.subtle`.
 */
export async function sha256(content: string | BufferSource): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
