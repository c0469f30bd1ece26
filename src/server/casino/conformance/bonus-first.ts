import type { WalletFunding } from '../wallet/wallet-funding.ts'

/** Pays stakes from the bonus of a player first, as long as there is some; what is won is cash. */
export const bonusFirst: WalletFunding = {
  held: async (_tx, { bonusMinor }) => bonusMinor,
  fund: async (_tx, { amountMinor, cashMinor, bonusMinor }) => {
    if (amountMinor > cashMinor + bonusMinor) return null
    const bonus = Math.min(bonusMinor, amountMinor)
    return { funds: { cash: amountMinor - bonus, bonus } }
  },
  staked: async () => undefined,
  divide: async (_tx, { amountMinor }) => ({ cash: amountMinor }),
  givenBack: async (_tx, { funds }) => funds,
  takenBack: async (_tx, { bonusMinor }) => ({ bonus: -bonusMinor }),
  over: async () => undefined,
}
