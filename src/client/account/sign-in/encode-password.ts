/** How a password travels in a change of it (ACC-3): base64url of its UTF-8 bytes, `'a b'` → `'YSBi'`. It keeps every byte as
 *  it was typed, and nobody reads it by chance; what protects it on the way is TLS. */
export function encodePassword(password: string): string {
  const binary = Array.from(new TextEncoder().encode(password), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
