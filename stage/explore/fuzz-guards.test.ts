import { describe, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { failureOf } from './fuzz-faults.test-support.ts'

type Judge = (...args: unknown[]) => boolean

/** Ways in which somebody may get a guard wrong. */
const WAYS = {
  negated: (judge: Judge): Judge => {
    return (...args) => !judge(...args)
  },
  removed: (): Judge => () => true,
} as const

/** A guard of a machine that is planted wrong. */
interface Fault {
  readonly machine: string
  readonly guard: string
  readonly way: keyof typeof WAYS
}

const nameOf = ({ machine, guard, way }: Fault) => `${machine}, ${guard} ${way}`

/** What nobody can notice, because the machine does the same with it, and why. */
const EQUIVALENT: Readonly<Record<string, string>> = {
  'account/email-change, isBySecret removed':
    'the password is the first way wherever there is one to choose; the phone, whose states these are too, begins by the code',
}

/** What no claim of a contract tells from the machine as it is: where a machine begins is in no claim, for instance. Each of these is held by
 *  scenarios alone; the list may only shrink. */
const BY_SCENARIOS_ALONE: Readonly<Record<string, readonly string[]>> = {
  'account/push-device': ['isUnsupported removed'],
  'account/service-token': ['isTurn negated', 'isTurn removed', 'isStealing negated', 'isStealing removed'],
  'betting/coupon': ['isQuoteSendable removed'],
  'forms/form': ['confirms removed', 'hasLostFields removed', 'hasStaleDraft negated', 'hasStaleDraft removed'],
  'lotteries/toto-draw': ['isIn negated', 'isIn removed'],
  'shell/app-install': ['isInstalled removed'],
  'shell/modal-queue': ['isDismissible negated', 'isDismissible removed'],
  'shell/request': [
    ...['isSuperseding negated', 'isSuperseding removed', 'isBlocking negated', 'isBlocking removed'],
    ...['hasAnswerBegun negated', 'hasAnswerBegun removed', 'isSuccess removed', 'isInvalid removed'],
    ...['haveAttemptsEnded negated', 'haveAttemptsEnded removed'],
  ],
  'shell/scroll-to-top': [
    ...['isUnwanted removed', 'isUnwantedNow removed', 'isReturnOver negated', 'isReturnOver removed'],
  ],
  'shell/tooltip': ['isHovering negated', 'isHovering removed'],
  'shell/window-link': [
    ...['isRefused removed', 'isOtherPeer negated', 'isOtherPeer removed', 'isWrong negated', 'isWrong removed'],
  ],
}

const faults: readonly Fault[] = Object.entries(scenarioMachines).flatMap(([machine, contract]) =>
  Object.keys(contract.machine.implementations.guards).flatMap((guard) =>
    (Object.keys(WAYS) as Fault['way'][]).map((way) => ({ machine, guard, way })),
  ),
)
const isByScenarios = ({ machine, guard, way }: Fault) =>
  BY_SCENARIOS_ALONE[machine]?.includes(`${guard} ${way}`) ?? false
const noticed = faults.filter((fault) => !(nameOf(fault) in EQUIVALENT) && !isByScenarios(fault))

/** A long run plants every fault; a quick one plants some of each machine. */
const IS_LONG = process.env.LIVERY_LONG !== undefined
const SAMPLE = 9
const tried = IS_LONG ? noticed : noticed.filter((_, index) => index % SAMPLE === 0)

/** No event of a sound machine asks one guard so often. */
const ASKINGS_MAX = 1000

/** A guard that fails where its machine never settles, which would otherwise keep the fuzzer busy forever. */
function restless(judge: Judge): Judge {
  let last: unknown
  let askings = 0
  return (...args) => {
    const { event } = args[0] as { readonly event: unknown }
    askings = event === last ? askings + 1 : 0
    last = event
    if (askings > ASKINGS_MAX) throw new Error('the machine never comes to rest')
    return judge(...args)
  }
}

function withFault({ machine, guard, way }: Fault): AnyMachineContract {
  const contract = scenarioMachines[machine] as AnyMachineContract
  const judge = contract.machine.implementations.guards[guard] as unknown as Judge
  return {
    ...contract,
    machine: contract.machine.provide({ guards: { [guard]: restless(WAYS[way](judge)) } } as never),
  }
}

describe('QA-9: a guard that is negated or left out is noticed', () => {
  test.each(tried.map((fault) => [nameOf(fault), fault] as const))('%s', { timeout: 120_000 }, (_name, fault) => {
    expect(failureOf(withFault(fault))).toMatch(/^(?:invariant: |a machine that runs$)/)
  })
})

test('what is said to be noticed by nobody names guards that there are', () => {
  const names = new Set(faults.map(nameOf))
  const listed = Object.entries(BY_SCENARIOS_ALONE).flatMap(([machine, own]) => own.map((one) => `${machine}, ${one}`))
  expect([...Object.keys(EQUIVALENT), ...listed].filter((name) => !names.has(name))).toEqual([])
})

test.runIf(IS_LONG)('nothing is noticed of what is said to make no difference', { timeout: 600_000 }, () => {
  const unnoticed = faults.filter((fault) => nameOf(fault) in EQUIVALENT || isByScenarios(fault))
  expect(unnoticed.filter((fault) => failureOf(withFault(fault)) !== undefined).map(nameOf)).toEqual([])
})
