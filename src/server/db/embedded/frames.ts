import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'

const LENGTH_BYTES = 4
const MAX_FRAME_BYTES = 256 * 1024 * 1024

/** Sends a value as one frame: its length as 32-bit big-endian, then its structured clone (dates and numbers keep their
 *  type). Both ends are processes of one user on one machine. */
export function writeFrame(socket: Socket, value: unknown): void {
  const body = serialize(value)
  const head = Buffer.alloc(LENGTH_BYTES)
  head.writeUInt32BE(body.length)
  socket.cork()
  socket.write(head)
  socket.write(body)
  socket.uncork()
}

/** Hands every complete frame of the socket to `onFrame`; a frame that cannot be read closes the socket. */
export function readFrames(socket: Socket, onFrame: (value: unknown) => void): void {
  let chunks: Buffer[] = []
  let size = 0
  let wanted = LENGTH_BYTES

  function take(bytes: number): Buffer {
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    chunks = [all.subarray(bytes)]
    size -= bytes
    return all.subarray(0, bytes)
  }
  let isInBody = false
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    while (size >= wanted) {
      const part = take(wanted)
      if (!isInBody && part.readUInt32BE() > MAX_FRAME_BYTES) {
        socket.destroy(new Error('a frame of the database socket is too long'))
        return
      }
      wanted = isInBody ? LENGTH_BYTES : part.readUInt32BE()
      if (isInBody) onFrame(deserialize(part))
      isInBody = !isInBody
    }
  })
}
