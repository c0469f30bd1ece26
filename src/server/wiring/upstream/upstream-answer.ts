/** Reads the body of an answer. @returns null when it has more than `maxBytes`, which are then not read */
export async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream, and with it the transfer.
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A Set-Cookie line without its Domain attributes: the cookie belongs to the host that the visitor asked (RFC 6265, 5.3). */
export function withoutDomain(line: string): string {
  const [pair = '', ...attributes] = line.split(';')
  return [pair, ...attributes.filter((attribute) => !/^\s*domain\s*(?:=|$)/i.test(attribute))].join(';')
}

/** A Set-Cookie line whose cookie never travels unencrypted. */
export function asSecure(line: string): string {
  const [, ...attributes] = line.split(';')
  return attributes.some((attribute) => /^\s*secure\s*(?:=|$)/i.test(attribute)) ? line : `${line}; Secure`
}
