/**
 * The SHA-256 of the text's UTF-8 bytes in hexadecimal. Needs a secure context, like
 * `crypto.subtle`.
 */
export async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
