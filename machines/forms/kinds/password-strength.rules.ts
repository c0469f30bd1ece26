/** Steps of a password's strength, from none to the best. */
export type PasswordStrength = 'none' | 'weak' | 'fair' | 'good' | 'strong'

const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const COMMON = /^(?:p[a@]ssw[o0]rd|letmein|welcome|admin|iloveyou|monkey|dragon|football|qwerty)/i

/** A hint, shown while a password is typed, at how hard it is to guess: length counts most, then variety; repetitions, runs
 *  of the keyboard and the most common words count for little. The server's rules decide what is accepted. */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return 'none'
  const symbols = effectiveLength(password)
  if (COMMON.test(password) && password.length < 16) return 'weak'
  const score = symbols + 2 * (varieties(password) - 1)
  if (symbols < 6 || score < 9) return 'weak'
  if (score < 13) return 'fair'
  return score < 17 ? 'good' : 'strong'
}

/** Characters that add something: a repetition, or the third in a run of the alphabet or keyboard, adds nothing. */
function effectiveLength(password: string): number {
  const characters = [...password.toLowerCase()]
  return characters.filter((character, index) => {
    const before = characters[index - 1]
    return before === undefined || (character !== before && !isRun(characters.slice(Math.max(0, index - 2), index + 1)))
  }).length
}

function isRun(three: readonly string[]): boolean {
  const there = three.join('')
  const back = three.toReversed().join('')
  return three.length === 3 && SEQUENCES.some((sequence) => sequence.includes(there) || sequence.includes(back))
}

function varieties(password: string): number {
  return [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
}
