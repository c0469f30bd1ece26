import type { CouponEntry, Scenario } from '#schemas'
import { isCouponEntry as isEntry } from '#schemas/generated/validators/betting.js'
import { member } from './http-machine.ts'

/** Outcomes that the page shows of a scenario of the coupon at any time, each as it is shown first. */
export function entriesIn({ steps }: Scenario): readonly CouponEntry[] {
  const shown = steps.flatMap(({ value, event }): unknown[] => [
    ...listIn(value, 'entries'),
    ...listIn(member(value, 'placement'), 'entries'),
    member(event, 'entry'),
  ])
  return shown.filter((entry): entry is CouponEntry => isEntry(entry))
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = member(value, name)
  return Array.isArray(list) ? list : []
}
