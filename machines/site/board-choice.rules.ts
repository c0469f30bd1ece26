import type { BoardChoice } from '#schemas'

/** The cookie that keeps how a browser wants boards, so that the server draws them so (STORE-1). */
export const BOARD_COOKIE = 'board'

const NUMBERS = { f: ['coefficientFormat', 0, 5], m: ['marketColumns', 1, 7] } as const
const FLAGS = { c: 'compactView', l: 'lightVersion', i: 'showGameId' } as const
const PART = /^([a-z])(\d)$/

/** The value of the cookie: `{ coefficientFormat: 2, compactView: true }` → `f2c1`. Flags that are off are left out, as is the cookie
 *  when nothing is chosen: the text is empty then. */
export function writeBoardChoice(choice: BoardChoice): string {
  const numbers = Object.entries(NUMBERS).flatMap(([letter, [name]]) =>
    choice[name] === undefined ? [] : [`${letter}${choice[name]}`],
  )
  const flags = Object.entries(FLAGS).flatMap(([letter, name]) => (choice[name] ? [`${letter}1`] : []))
  return [...numbers, ...flags].join('')
}

/** What the cookie says; a part that means nothing is passed over. */
export function readBoardChoice(text: string | undefined): BoardChoice {
  const parts = (text ?? '').match(/[a-z]\d/g) ?? []
  return Object.assign({}, ...parts.map(readPart))
}

function readPart(part: string): BoardChoice {
  const [, letter = '', digit = ''] = PART.exec(part) ?? []
  if (Object.hasOwn(FLAGS, letter)) return { [FLAGS[letter as keyof typeof FLAGS]]: digit === '1' }
  if (!Object.hasOwn(NUMBERS, letter)) return {}
  const [name, least, most] = NUMBERS[letter as keyof typeof NUMBERS]
  const value = Number(digit)
  return value >= least && value <= most ? { [name]: value } : {}
}
