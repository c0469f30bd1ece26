import type { PaymentConformanceOutput } from '#schemas'
import { CONFORMANCE_CASES } from './conformance-cases.ts'
import { type ConformancePorts, createConformanceCashier } from './conformance-cashier.ts'
import type { ConformanceTarget } from './conformance-target.ts'

/** Judges a provider case by case, each on a cashier of its own; after each the books have to be right as well (PAY-15). */
export async function judgeProvider(
  ports: ConformancePorts,
  target: ConformanceTarget,
): Promise<PaymentConformanceOutput> {
  const cases: PaymentConformanceOutput['cases'] = []
  for (const { id, title, run } of CONFORMANCE_CASES) {
    // What is left of the case before is not of this one.
    await target.webhooks()
    const cashier = createConformanceCashier(ports, target)
    const found = await run(cashier)
      .then(async () => (await cashier.breaks())[0]?.found)
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    cases.push({ id, title, isOk: found === undefined, ...(found === undefined ? {} : { found }) })
  }
  return { isConforming: cases.every(({ isOk }) => isOk), cases }
}
