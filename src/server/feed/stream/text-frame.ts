/** FIN and the opcode of a text (RFC 6455, 5.2). */
const WHOLE_TEXT = 0x81
/** Longest payload whose length fits in the second byte; longer ones take 16 or 64 bits. */
const MOST_OF_7_BITS = 125
const MOST_OF_16_BITS = 0xffff
const IS_16_BITS = 126
const IS_64_BITS = 127

/** A text as the bytes that a server sends: one whole frame, neither masked nor compressed (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length <= MOST_OF_7_BITS ? 2 : length <= MOST_OF_16_BITS ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = WHOLE_TEXT
  frame[1] = head === 2 ? length : head === 4 ? IS_16_BITS : IS_64_BITS
  if (head === 4) frame.writeUInt16BE(length, 2)
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, head)
  return frame
}

/** Makes frames of texts, and of a text that comes again right after itself once: what goes to thousands of connections is encoded
 *  a single time, and each of them takes one write of the same bytes. */
export function createTextFrames(): (text: string) => Buffer {
  let last = ''
  let frame = textFrame(last)
  return (text) => {
    if (text !== last) {
      last = text
      frame = textFrame(text)
    }
    return frame
  }
}
