import { getRegistrationFields, getWelcomeBonuses, postRegistration } from '#calls/registration.calls.ts'
import { say } from '#cli/command-text.ts'
import type { EventPlace, Impossible, MachineActs, PageAnswer } from '#machines/shell/machine-acts.ts'
import type { RegistrationEvent, Scenario } from '#schemas'
import { FORM_TABS, isSubmission, SEND_FORM } from './registration-things.ts'

const BONUS = { id: 'bonus_choice', type: 'dropdown', title: 'Welcome bonus' }

/** What a server says in addition to the data in a scenario. */
const DATA = {
  hasFirstDeposit: false,
  percentFirstDeposit: 100,
  minAgesInCountries: [],
  bonusAmount: '100 €',
  additionalConfig: {},
}

/** registration/registration: the account is made by one click. */
export const registrationActs: MachineActs<RegistrationEvent> = {
  path: '/en/registration/fast_reg',
  inputDefaults: { showsModalAfter: true },
  config: ({ input }) => ({
    registration: { isModalShown: (input as { showsModalAfter?: boolean })?.showsModalAfter !== false },
  }),
  answers: pageAnswers,
  events: {
    'account.made': [
      { do: 'check', on: { role: 'checkbox', name: /minimum age/ } },
      { do: 'check', on: { role: 'checkbox', name: /I have read/ } },
      { do: 'click', on: SEND_FORM },
    ],
    // The page asks for them as soon as it is there.
    'data.requested': (_, place) => askedAgain('loadData', place) ?? [],
    'bonuses.requested': (_, place) =>
      askedAgain('loadBonuses', place) ?? [{ do: 'click', on: { role: 'tab', name: FORM_TABS.full_reg ?? '' } }],
  },
  actors: {
    loadData: {
      call: postRegistration,
      isOwn: (body) => !isSubmission(body),
      answer: (data) => ({ ...DATA, ...(data as object) }),
    },
    loadBonuses: {
      call: getWelcomeBonuses,
      answer: (bonuses) => ({
        data: (bonuses as readonly Bonus[]).map((bonus) => ({ attributes: { name: bonus.id }, ...bonus })),
      }),
    },
  },
  comparable: ({ context, ...seen }, scenario) => ({ ...seen, context: withoutRest(context as Context, scenario) }),
}

interface Bonus {
  readonly id: string
}

interface Context {
  readonly data: object | null
  readonly bonuses: readonly Bonus[]
}

/** Data and bonuses as far as the scenario gives them, and its input. */
function withoutRest(context: Context, { input = {}, steps }: Scenario): unknown {
  const told = steps.find(({ do: deed, actor }) => deed === 'ok' && actor?.includes('loadData'))?.value ?? {}
  const data =
    context.data && Object.fromEntries(Object.entries(context.data).filter(([key]) => key in (told as object)))
  return { input, data, bonuses: context.bonuses.map(({ id }) => ({ id })) }
}

/** The page asks once, and again when it is reopened, which starts another machine. */
function askedAgain(actor: string, { scenario, step }: EventPlace): Impossible | undefined {
  const hasFailed = scenario.steps
    .slice(0, step)
    .some(({ do: deed, actor: path }) => deed === 'err' && path?.includes(actor))
  return hasFailed ? { impossible: say('driver.page_asks_once_failed') } : undefined
}

/** The server's answer to the form, which the event tells, and a form that asks for a bonus without saying which there are. */
function pageAnswers({ steps }: Scenario): readonly PageAnswer[] {
  const fields = { data: { attributes: { fields: [BONUS] }, relation_fields: {} } }
  const made = steps.find(({ event }) => event?.type === 'account.made')?.event
  const { type: _type, ...account } = made ?? {}
  return [
    { call: getRegistrationFields, body: fields },
    ...(made ? [{ call: postRegistration, isMeant: isSubmission, body: account }] : []),
  ]
}
