import type { CasinoProviderSettings } from '#schemas'

/** Whether a brand can ask a provider for free rounds: Swipe Games documents no call that gives them, and of money that was moved there the
 *  wallet sees no rounds. */
export function canGiveRounds({ protocol, wallet }: Pick<CasinoProviderSettings, 'protocol' | 'wallet'>): boolean {
  return protocol !== 'swipe' && wallet === 'seamless'
}
