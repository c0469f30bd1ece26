/** Characters of frames that are put into one text: a page reads so much well within a frame of its screen. Longer ones go alone. */
const MOST_CHARACTERS = 16_384

/** Where the texts of a connection go through. */
export interface GatheredTexts {
  readonly send: (text: string) => void
  /** From now on frames that are sent together become one text. */
  readonly gather: () => void
  /** Sends at once what waits. */
  readonly flush: () => void
}

/** Sends each frame as a text of its own; once it is asked to gather, those of one turn of the process as a list in one text, in the
 *  same order (STREAM-1).
 *  @param send takes a text   @param soon does work when the turn is over */
export function createGatheredTexts(send: (text: string) => void, soon: (work: () => void) => void): GatheredTexts {
  let isGathering = false
  let isDue = false
  let waiting: string[] = []
  let characters = 0

  const flush = (): void => {
    const texts = waiting
    waiting = []
    characters = 0
    if (texts.length === 1) send(texts[0] ?? '')
    else if (texts.length > 1) send(`[${texts.join(',')}]`)
  }
  return {
    send(text) {
      if (!isGathering) {
        send(text)
        return
      }
      if (characters + text.length > MOST_CHARACTERS) flush()
      waiting.push(text)
      characters += text.length
      if (isDue) return
      isDue = true
      soon(() => {
        isDue = false
        flush()
      })
    },
    gather() {
      isGathering = true
    },
    flush,
  }
}
