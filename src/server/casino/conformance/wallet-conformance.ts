import type { WalletConformanceOutput } from '#schemas'
import { CASES_OF_CALLS } from './cases-of-calls.ts'
import { CASES_OF_LIFE } from './cases-of-life.ts'
import { CASES_OF_ROUNDS } from './cases-of-rounds.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { createTable } from './conformance-table.ts'
import { NotApplicable, type WalletRenderer, type WalletTarget } from './conformance-wallet.ts'

/** The cases in the order of their numbers. */
export const WALLET_CASES: readonly ConformanceCase[] = [...CASES_OF_CALLS, ...CASES_OF_ROUNDS, ...CASES_OF_LIFE].sort(
  (one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)),
)

/** Judges a wallet case by case in the words of one adapter (CAS-10). After each step the books have to be right as well, where the suite can
 *  look at them.
 *  @param only ids of the cases that are judged; all when left out */
export async function judgeWallet(
  target: WalletTarget,
  renderer: WalletRenderer,
  only?: readonly string[],
): Promise<WalletConformanceOutput> {
  const cases: WalletConformanceOutput['cases'] = []
  for (const { id, title, run } of WALLET_CASES) {
    if (only && !only.includes(id)) continue
    const verdict = await run(createTable(target, renderer)).then(
      async () => {
        const wrong = await target.audit()
        return wrong === null ? ({ verdict: 'passed' } as const) : ({ verdict: 'failed', found: wrong } as const)
      },
      (error: unknown) => ({
        verdict: error instanceof NotApplicable ? ('not_applicable' as const) : ('failed' as const),
        found: error instanceof Error ? error.message : String(error),
      }),
    )
    cases.push({ id, title, ...verdict })
  }
  return { adapter: renderer.adapter, isConforming: cases.every(({ verdict }) => verdict !== 'failed'), cases }
}
