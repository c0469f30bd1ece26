import { Transform } from 'node:stream'

const HEAD_END = '</head>'

/** A document on its way out. The renderer writes a few kilobytes at a time and says by `flush` when it has no more for
 *  now: only then does a piece leave, so that a page is a few large pieces and not dozens of small ones.
 *  @param headBlock what is put at the end of the document's head
 *  @throws Error when the document ends without a head */
export class PageStream extends Transform {
  readonly #headBlock: string
  #held: Uint8Array[] = []
  #hasHead = false

  constructor(headBlock: string) {
    super()
    this.#headBlock = headBlock
  }

  override _transform(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#held.push(chunk)
    done()
  }

  override _flush(done: (error?: Error) => void): void {
    this.flush()
    done(this.#hasHead ? undefined : new Error('the document has no head'))
  }

  /** Sends what has been written so far. */
  flush(): void {
    if (!this.#held.length) return
    const piece = Buffer.concat(this.#held)
    const at = this.#hasHead ? 0 : piece.indexOf(HEAD_END)
    this.#held = at < 0 ? [piece] : []
    if (at < 0) return
    if (!this.#hasHead) {
      this.#hasHead = true
      this.push(piece.subarray(0, at))
      this.push(this.#headBlock)
    }
    this.push(piece.subarray(at))
  }
}
