/** What a player can put on a bet of their own: `double` pays what it wins once more, `powerbet` adds a share to its net win, `insurance`
 *  gives a share of its loss back (types 4, 13 and 8 of PROMO-2). */
export type TokenKind = 'double' | 'powerbet' | 'insurance'

/** Whether a kind of reward is put on a bet. */
export function isTokenKind(kind: string | undefined): kind is TokenKind {
  return kind === 'double' || kind === 'powerbet' || kind === 'insurance'
}
