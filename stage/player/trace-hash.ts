const OFFSET_HIGH = 0xcbf29ce4
const OFFSET_LOW = 0x84222325
/** The FNV prime is 2^40 + 0x1b3: the low factor, and the shift that 2^40 means for the high half. */
const PRIME_LOW = 0x1b3
const PRIME_SHIFT = 8

/**
 * 64-bit FNV-1a of a text's UTF-8 bytes, as 16 hexadecimal digits (RFC 9923). It tells traces apart; it is no defence
 * against somebody who wants two traces to look alike.
 */
export function traceHash(text: string): string {
  let high = OFFSET_HIGH
  let low = OFFSET_LOW
  function add(byte: number): void {
    const mixed = (low ^ byte) >>> 0
    const product = mixed * PRIME_LOW
    high = (Math.imul(high, PRIME_LOW) + Math.floor(product / 2 ** 32) + (mixed << PRIME_SHIFT)) >>> 0
    // ToUint32 is exact below 2^53, so this keeps the low 32 bits.
    low = product >>> 0
  }
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) ?? 0
    if (code < 0x80) add(code)
    else addUtf8(code, add)
    if (code > 0xffff) index += 1
  }
  return hex(high) + hex(low)
}

/** The bytes of a code point beyond ASCII. */
function addUtf8(code: number, add: (byte: number) => void): void {
  const tail = (shift: number) => add(0x80 | ((code >> shift) & 0x3f))
  if (code < 0x800) add(0xc0 | (code >> 6))
  else if (code < 0x10000) add(0xe0 | (code >> 12))
  else add(0xf0 | (code >> 18))
  if (code >= 0x10000) tail(12)
  if (code >= 0x800) tail(6)
  tail(0)
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0')
}
