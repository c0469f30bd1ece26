import type { BoardChoice } from '#schemas'

/** The cookie that keeps how a browser wants boards, so that the server draws them so (STORE-1). */
export const BOARD_COOKIE = 'board'

const NUMBERS = { f: ['coefficientFormat', 0, 5], m: ['marketColumns', 1, 9], v: ['bettingView', 0, 1] } as const
const FLAGS = { c: 'compactView', l: 'lightVersion', i: 'showGameId' } as const
/** Ids of pinned games, dots between them. */
const PINS = 'p'
const MOST_PINS = 10
const PART = /[a-z]\d[\d.]*/g

/** The value of the cookie: `{ coefficientFormat: 2, compactView: true, pinnedGames: [12, 7] }` → `f2c1p12.7`. What is not chosen is
 *  left out, and the text is empty when nothing is. */
export function writeBoardChoice(choice: BoardChoice): string {
  const numbers = Object.entries(NUMBERS).flatMap(([letter, [name]]) =>
    choice[name] === undefined ? [] : [`${letter}${choice[name]}`],
  )
  const flags = Object.entries(FLAGS).flatMap(([letter, name]) =>
    choice[name] === undefined ? [] : [`${letter}${choice[name] ? 1 : 0}`],
  )
  const pins = choice.pinnedGames?.length ? [`${PINS}${choice.pinnedGames.join('.')}`] : []
  return [...numbers, ...flags, ...pins].join('')
}

/** What the cookie says; a part that means nothing is passed over. */
export function readBoardChoice(text: string | undefined): BoardChoice {
  const parts = (text ?? '').match(PART) ?? []
  return Object.assign({}, ...parts.map(readPart))
}

function readPart(part: string): BoardChoice {
  const [letter = '', text] = [part[0], part.slice(1)]
  if (letter === PINS) return { pinnedGames: idsOf(text) }
  if (Object.hasOwn(FLAGS, letter)) return { [FLAGS[letter as keyof typeof FLAGS]]: text === '1' }
  if (!Object.hasOwn(NUMBERS, letter)) return {}
  const [name, least, most] = NUMBERS[letter as keyof typeof NUMBERS]
  const value = Number(text)
  return Number.isInteger(value) && value >= least && value <= most ? { [name]: value } : {}
}

function idsOf(text: string): number[] {
  const ids = text.split('.').map(Number)
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MOST_PINS)
}
