/** Names that players choose to sign in by: 4 to 20 letters, digits, dots, dashes and underscores of which the first is a letter. They hold
 *  no @ and begin with no digit or plus, so none can be taken for an address, a phone or an account number. */
const LOGIN_NAME = /^[a-z][a-z0-9._-]{3,19}$/

/** A login name in the one form in which it is kept and sought: without spaces around it, in lower case, of plain letters (NFKC).
 *  Null if it is none: `Anna_K ` → `anna_k`. */
export function readLoginName(text: string): string | null {
  const name = text.normalize('NFKC').trim().toLowerCase()
  return LOGIN_NAME.test(name) ? name : null
}
