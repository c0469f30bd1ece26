import { isPoolName, TOTO_TYPE } from '#machines/site/tables/toto-types.ts'
import type { BrandProblem, TotoCategory, TotoConfig, TotoPool } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'

const PATH = sectionPath('toto')
const MILLION = 1_000_000
/** Something that contradicts itself in a pool. */
interface PoolFault {
  /** Place below the pool. */
  readonly at: string
  readonly found: string
  readonly expected: string
  readonly message: string
}

/** Pools whose prizes are more than what comes in, whose categories cannot be reached, or whose voids and bands contradict one another
 *  (LOT-4). */
export function checkToto(level: BrandLevel): readonly BrandProblem[] {
  const toto = level.documents.get(PATH)?.value as TotoConfig | undefined
  return Object.entries(toto?.pools ?? {}).flatMap(([id, pool]) =>
    faultsOf(id, pool).flatMap(({ at, found, expected, message }) =>
      locateFault(level, PATH, {
        ...{ pointer: `/pools/${id}${at}`, found, expected, suggestion: null, causes: [] },
        message: `the pool "${id}" ${message}`,
      }),
    ),
  )
}

function faultsOf(id: string, pool: TotoPool): readonly PoolFault[] {
  const { categories, voidTables, events, voidPolicy, cancelAtVoids } = pool
  return [
    ...(isPoolName(id)
      ? []
      : [
          {
            ...{ at: '', found: id, expected: Object.keys(TOTO_TYPE).join(', ') },
            message: 'is no type of toto: name it by one of the types.',
          },
        ]),
    ...tableFaults(categories, { at: '/categories', most: events }),
    ...voidTables.flatMap((table, place) =>
      tableFaults(table.categories, {
        at: `/voidTables/${place}/categories`,
        most: voidPolicy === 'win' ? events : events - place - 1,
      }),
    ),
    ...bandFaults(pool),
    ...(cancelAtVoids <= events
      ? []
      : [
          {
            ...{ at: '/cancelAtVoids', found: String(cancelAtVoids), expected: `at most ${events}` },
            message: `is cancelled at more void games than it has: lower cancelAtVoids to ${events} or less.`,
          },
        ]),
  ]
}

function tableFaults(
  categories: readonly TotoCategory[],
  { at, most }: { readonly at: string; readonly most: number },
): readonly PoolFault[] {
  const total = categories.reduce((sum, { sharePpm }) => sum + sharePpm, 0)
  const last = categories.length - 1
  const twice = categories.findIndex(({ hits }, place) => categories.findIndex((one) => one.hits === hits) < place)
  const beyond = categories.findIndex(({ hits }) => hits > most)
  return [
    ...(total <= MILLION
      ? []
      : [
          {
            ...{ at: `${at}/${last}/sharePpm`, found: String(total), expected: `together at most ${MILLION}` },
            message: `gives out ${total / 10_000} % of its prize pool: lower the shares by ${(total - MILLION) / 10_000} %.`,
          },
        ]),
    ...(twice === -1
      ? []
      : [
          {
            ...{ at: `${at}/${twice}/hits`, found: String(categories[twice]?.hits), expected: 'each number once' },
            message: 'has two categories for the same number of right results: take one out.',
          },
        ]),
    ...(beyond === -1
      ? []
      : [
          {
            ...{ at: `${at}/${beyond}/hits`, found: String(categories[beyond]?.hits), expected: `at most ${most}` },
            message: `has a category that no line reaches: ${most} right results are the most.`,
          },
        ]),
  ]
}

function bandFaults({ outcomes, totalLimits }: TotoPool): readonly PoolFault[] {
  const isRising = totalLimits.every((limit, place) => place === 0 || limit > (totalLimits[place - 1] ?? 0))
  if (outcomes !== 'total' || (totalLimits.length > 0 && isRising)) return []
  return [
    {
      ...{ at: '/totalLimits', found: JSON.stringify(totalLimits), expected: 'rising numbers, one at least' },
      message: 'marks bands of the total and has no rising limits: write totalLimits, such as [1, 3].',
    },
  ]
}
