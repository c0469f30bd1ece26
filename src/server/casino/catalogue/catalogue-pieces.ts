/** The text of one game in a file, and the line on which it begins. */
export interface CataloguePiece {
  readonly line: number
  readonly text: string
}

/** Cuts a catalogue into its games while it is read: one a line, or the items of a JSON array. Nothing more than one game is held.
 *  @param chunks the text of the file, cut anywhere */
export async function* cataloguePieces(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<CataloguePiece, void, void> {
  let cutter: Cutter | null = null
  let ahead = ''
  for await (const chunk of chunks) {
    const text = ahead + chunk
    const first = text.replace(/^\uFEFF/, '').trimStart()
    if (cutter === null && first === '') ahead = text
    else {
      cutter ??= first.startsWith('[') ? itemCutter() : lineCutter()
      ahead = ''
      yield* cutter.take(text)
    }
  }
  if (cutter) yield* cutter.end()
}

interface Cutter {
  readonly take: (text: string) => Iterable<CataloguePiece>
  readonly end: () => Iterable<CataloguePiece>
}

function lineCutter(): Cutter {
  let line = 0
  let rest = ''
  const piece = (text: string): CataloguePiece[] => {
    line += 1
    const own = text.replace(/^\uFEFF/, '').trim()
    return own === '' ? [] : [{ line, text: own }]
  }
  return {
    take: (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      return lines.flatMap(piece)
    },
    end: () => piece(rest),
  }
}

/** Follows strings and brackets, and cuts between the items of the outermost array. */
function itemCutter(): Cutter {
  const at = { line: 1, begun: 1, depth: 0, isText: false, isEscaped: false }
  let item = ''
  const cut = (): CataloguePiece[] => {
    const text = item.trim()
    item = ''
    return text === '' ? [] : [{ line: at.begun, text }]
  }
  function* take(text: string): Iterable<CataloguePiece> {
    for (const letter of text) {
      const isOutside = step(at, letter)
      if (isOutside) yield* cut()
      else if (at.depth > 0 || item !== '' || letter.trim() !== '') {
        if (item === '' && letter.trim() !== '') at.begun = at.line
        if (item !== '' || letter.trim() !== '') item += letter
      }
      if (letter === '\n') at.line += 1
    }
  }
  return { take, end: cut }
}

/** Takes one letter in. @returns whether it is a bracket or comma of the outermost array itself */
function step(at: { depth: number; isText: boolean; isEscaped: boolean }, letter: string): boolean {
  if (at.isText) {
    if (at.isEscaped) at.isEscaped = false
    else if (letter === '\\') at.isEscaped = true
    else if (letter === '"') at.isText = false
    return false
  }
  if (letter === '"') at.isText = true
  if (letter === '[' || letter === '{') return at.depth++ === 0
  if (letter === ']' || letter === '}') return --at.depth === 0
  return letter === ',' && at.depth === 1
}
