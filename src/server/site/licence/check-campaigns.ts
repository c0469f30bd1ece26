import { campaignFaults } from '#machines/site/licence/campaign-faults.rules.ts'
import { canGiveRounds } from '#machines/site/licence/provider-rounds.rules.ts'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import { PAYTABLES_WITHOUT_FREE_ROUNDS } from '#machines/site/tables/paytable-returns.ts'
import type {
  BooleanConfig,
  BrandProblem,
  Campaign,
  CasinoConfig,
  GlobalConfig,
  LicenceConfig,
  PaymentsConfig,
  PromoConfig,
  RegistrationConfig,
  WelcomeBonusesFile,
} from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { listed, quoted } from '../faults/problem-words.ts'

const PATH = sectionPath('promo')
const LICENCE = sectionPath('licence')
const REGISTRATION = sectionPath('registration')
const WELCOME = 'registration/welcome-bonuses.json'

/** The registration form's answer where no bonus is wanted. */
const NO_BONUS = 'none'

/** Campaigns that contradict themselves, each other, the licence, or what else the brand promises of bonuses (PROMO-15, PROMO-25). */
export function checkCampaigns(level: BrandLevel): readonly BrandProblem[] {
  const valueAt = (path: string) => level.documents.get(path)?.value as unknown
  const promo = valueAt(PATH) as PromoConfig | undefined
  const flags = valueAt(sectionPath('boolean')) as BooleanConfig | undefined
  if (!promo || !flags) return []
  const pack = (valueAt(LICENCE) as LicenceConfig | undefined)?.pack
  const global = valueAt(sectionPath('global')) as GlobalConfig | undefined
  const own = Object.entries(promo.campaigns).flatMap(([id, campaign]) => {
    const at = `/campaigns/${pointerStep(id)}`
    return campaignFaults(campaign, pack).flatMap(({ pointer, message, ...fault }) =>
      locateFault(level, PATH, {
        ...{ ...fault, pointer: at + pointer, suggestion: null, message: `The campaign ${quoted(id)}: ${message}` },
        causes: [{ path: LICENCE, pointer: '/pack' }],
      }),
    )
  })
  return [
    ...own,
    ...nameProblems(level, promo.campaigns),
    ...stageProblems(level, promo.campaigns),
    ...(global ? countryProblems(level, promo.campaigns, global) : []),
    ...methodProblems(level, promo.campaigns, valueAt(sectionPath('payments')) as PaymentsConfig | undefined),
    ...pointsProblems(level, promo),
    ...lossProblems(level, promo.campaigns, valueAt(sectionPath('casino')) as CasinoConfig | undefined),
    ...freeRoundsProblems(level, promo.campaigns, valueAt(sectionPath('casino')) as CasinoConfig | undefined),
    ...promiseProblems(level, promo.campaigns, flags, {
      registration: valueAt(REGISTRATION) as RegistrationConfig | undefined,
      welcome: valueAt(WELCOME) as WelcomeBonusesFile | undefined,
      identificationBonusId: promo.identificationBonusId,
    }),
  ]
}

type Campaigns = Readonly<Record<string, Campaign>>

/** Two campaigns of one code: only the first would ever be given. */
function nameProblems(level: BrandLevel, campaigns: Campaigns): readonly BrandProblem[] {
  const owners = new Map<string, string>()
  const doubles = Object.entries(campaigns).flatMap(
    ([
      id,
      {
        trigger: { on, code },
      },
    ]) => {
      if (on !== 'code' || code === '') return []
      const former = owners.get(code)
      if (former === undefined) {
        owners.set(code, id)
        return []
      }
      const message = `The campaigns ${quoted(former)} and ${quoted(id)} have the same code ${quoted(code)}: only one of them could be given. Give each a code of its own.`
      const pointer = `/campaigns/${pointerStep(id)}/trigger/code`
      return locateFault(level, PATH, {
        pointer,
        found: code,
        expected: 'a code of its own',
        suggestion: null,
        message,
      })
    },
  )
  if (!Object.hasOwn(campaigns, NO_BONUS)) return doubles
  const message = `A campaign cannot be named ${quoted(NO_BONUS)}: the registration form answers so where no bonus is wanted. Give it another id.`
  const fault = {
    pointer: `/campaigns/${NO_BONUS}`,
    found: NO_BONUS,
    expected: 'another id',
    suggestion: null,
    message,
  }
  return [...doubles, ...locateFault(level, PATH, fault)]
}

/** Stages whose turn can never come: the stage before is no campaign, or asks for a later deposit; circles are among those. */
function stageProblems(level: BrandLevel, campaigns: Campaigns): readonly BrandProblem[] {
  return Object.entries(campaigns).flatMap(([id, { trigger }]) => {
    const { after, depositNumber } = trigger
    if (after === undefined) return []
    const former = Object.hasOwn(campaigns, after) ? campaigns[after] : undefined
    if (former && former.trigger.depositNumber < depositNumber) return []
    const fault = former
      ? `does not ask for a later deposit than the stage ${quoted(after)} before it: it would be passed before its turn. Write a higher "depositNumber".`
      : `comes after ${quoted(after)}, which is no campaign. Name the stage before, or take "after" out.`
    return locateFault(level, PATH, {
      ...{ pointer: `/campaigns/${pointerStep(id)}/trigger/after`, found: after, expected: 'a stage before it' },
      ...{ suggestion: null, message: `The campaign ${quoted(id)} ${fault}` },
    })
  })
}

function countryProblems(
  level: BrandLevel,
  campaigns: Campaigns,
  { countries }: GlobalConfig,
): readonly BrandProblem[] {
  return Object.entries(campaigns).flatMap(([id, campaign]) =>
    campaign.countries.flatMap((country, place) => {
      if (Object.hasOwn(countries, country)) return []
      const pointer = `/campaigns/${pointerStep(id)}/countries/${place}`
      const message = `The campaign ${quoted(id)} is for the country ${quoted(country)}, which the brand does not have. Take it out, or add the country in config/global.json.`
      return locateFault(level, PATH, {
        ...{ pointer, found: country, expected: 'a country of the brand', suggestion: null, message },
      })
    }),
  )
}

/** Payment methods that are left out of a bonus and are none of the brand's, and bonuses that no method of the brand can bring. */
function methodProblems(
  level: BrandLevel,
  campaigns: Campaigns,
  payments: PaymentsConfig | undefined,
): readonly BrandProblem[] {
  if (!payments) return []
  const paysIn = Object.entries(payments.methods).flatMap(([id, { directions }]) =>
    directions.includes('deposit') ? [id] : [],
  )
  return Object.entries(campaigns).flatMap(([id, { trigger }]) => {
    const { excludedMethods = [] } = trigger
    const pointer = `/campaigns/${pointerStep(id)}/trigger/excludedMethods`
    const unknown = excludedMethods.flatMap((method, place) =>
      paysIn.includes(method)
        ? []
        : locateFault(level, PATH, {
            ...{ pointer: `${pointer}/${place}`, found: method, expected: listed(paysIn), suggestion: null },
            message: `The campaign ${quoted(id)} leaves the payment method ${quoted(method)} out, by which nobody deposits. Name a method for deposits of config/payments.json, or take it out.`,
          }),
    )
    if (excludedMethods.length === 0 || !paysIn.every((method) => excludedMethods.includes(method))) return unknown
    return locateFault(level, PATH, {
      ...{ pointer, found: listed(excludedMethods), expected: 'a method that brings it', suggestion: null },
      message: `The campaign ${quoted(id)} leaves every payment method out: no deposit could bring it. Take one out of "excludedMethods".`,
    })
  })
}

/** Points that could not be spent, or of which the budget is charged less than the shop gives for them. */
function pointsProblems(
  level: BrandLevel,
  { campaigns, isLoyaltyOffered, loyaltyShop = {} }: PromoConfig,
): readonly BrandProblem[] {
  return Object.entries(campaigns).flatMap(([id, { isOffered, reward }]) => {
    const { kind, points } = reward
    if (!isOffered || kind !== 'points' || !points) return []
    const tell = (pointer: string, found: string, expected: string, message: string) =>
      locateFault(level, PATH, {
        ...{ pointer: `/campaigns/${pointerStep(id)}/reward${pointer}`, found, expected, suggestion: null },
        message: `The campaign ${quoted(id)}: ${message}`,
      })
    if (!isLoyaltyOffered)
      return tell(
        '/kind',
        quoted('points'),
        'a programme of loyalty',
        'it gives points, and the brand has no programme of loyalty in which they could be spent. Write "isLoyaltyOffered": true, or give something else.',
      )
    const worth = Object.values(loyaltyShop).map(({ campaign, points: price, isOffered: isSold }) => {
      const minor = isSold && Object.hasOwn(campaigns, campaign) ? (campaigns[campaign]?.reward.fixedMinor ?? 0) : 0
      return Math.ceil((points.points * minor) / price)
    })
    const most = Math.max(0, ...worth)
    if (points.worthMinor >= most) return []
    return tell(
      '/points/worthMinor',
      String(points.worthMinor),
      `at least ${most}`,
      `its points buy ${most} minor units in the shop, and the budget is charged ${points.worthMinor} for them. Write ${most} or more.`,
    )
  })
}

/** Losses at games that nobody can play: they would count nothing. */
function lossProblems(
  level: BrandLevel,
  campaigns: Campaigns,
  casino: CasinoConfig | undefined,
): readonly BrandProblem[] {
  return Object.entries(campaigns).flatMap(([id, { isOffered, trigger }]) => {
    const { games = [], products = [] } = trigger.losses ?? {}
    if (!isOffered || !casino) return []
    return games.flatMap((game, place) => {
      const own = Object.hasOwn(casino.games, game) ? casino.games[game] : undefined
      const isOfKind = own && (products as readonly string[]).includes(own.category)
      if (
        (own?.isOffered && isOfKind) ||
        (!own && Object.keys(casino.providers).some((one) => game.startsWith(`${one}-`))) ||
        // Lotteries are sold by sections of their own.
        (!own && products.includes('lottery'))
      )
        return []
      const what = own
        ? own.isOffered
          ? `is of the kind ${quoted(own.category)}, which does not count`
          : 'is not offered'
        : 'is not known'
      return locateFault(level, PATH, {
        ...{ pointer: `/campaigns/${pointerStep(id)}/trigger/losses/games/${place}`, found: quoted(game) },
        ...{ expected: 'a game that is offered and of a kind that counts', suggestion: null },
        message: `The campaign ${quoted(id)}: the game ${quoted(game)} ${what}, so that it counts no loss. Name another one, or its kind in "products".`,
      })
    })
  })
}

/** Free rounds that could not be played: of a game that is not offered, takes none, or is hidden where the campaign is offered, or of a
 *  stake that the game does not take. */
function freeRoundsProblems(
  level: BrandLevel,
  campaigns: Campaigns,
  casino: CasinoConfig | undefined,
): readonly BrandProblem[] {
  return Object.entries(campaigns).flatMap(([id, campaign]) => {
    const { freeRounds } = campaign.reward
    if (!campaign.isOffered || campaign.reward.kind !== 'free_rounds' || !freeRounds) return []
    const tell = (key: string, found: string, expected: string, message: string) =>
      locateFault(level, PATH, {
        ...{ pointer: `/campaigns/${pointerStep(id)}/reward/freeRounds/${key}`, found, expected, suggestion: null },
        message: `The campaign ${quoted(id)}: ${message}`,
        causes: [{ path: sectionPath('casino'), pointer: `/games/${pointerStep(freeRounds.game)}` }],
      })
    const game = casino && Object.hasOwn(casino.games, freeRounds.game) ? casino.games[freeRounds.game] : undefined
    if (!game && casino && isOfProvider(casino, freeRounds.game))
      return freeRounds.gameName === undefined
        ? tell(
            'gameName',
            'nothing',
            'the name of the game',
            `it gives rounds of the provider's game ${quoted(freeRounds.game)}, and players would read that id. Write its name in "gameName".`,
          )
        : []
    if (!game?.isOffered)
      return tell(
        'game',
        quoted(freeRounds.game),
        'a game of the engine that is offered, or one of a provider that gives free rounds',
        `it gives rounds of the game ${quoted(freeRounds.game)}, which the brand does not offer. Name one of "games" in config/casino.json, or a game of the catalogue whose provider gives free rounds.`,
      )
    if (PAYTABLES_WITHOUT_FREE_ROUNDS.has(game.paytable))
      return tell(
        'game',
        quoted(freeRounds.game),
        'a game that is played alone, at one stake',
        `the game ${quoted(freeRounds.game)} cannot be played in free rounds: its stakes rise in a round, or its rounds are shared. Name another one.`,
      )
    const { minimumMinor, maximumMinor } = game.stake
    if (freeRounds.stakeMinor < minimumMinor || freeRounds.stakeMinor > maximumMinor)
      return tell(
        'stakeMinor',
        String(freeRounds.stakeMinor),
        `${minimumMinor} to ${maximumMinor}`,
        `the game ${quoted(freeRounds.game)} takes no stake of ${freeRounds.stakeMinor}. Choose one between ${minimumMinor} and ${maximumMinor}.`,
      )
    const hidden = game.hiddenIn.filter(
      (country) => campaign.countries.length === 0 || campaign.countries.includes(country),
    )
    if (hidden.length > 0)
      return tell(
        'game',
        quoted(freeRounds.game),
        'a game that is shown wherever the campaign is',
        `the game ${quoted(freeRounds.game)} is hidden in ${listed(hidden)}, where the campaign is offered. Name its countries without those, or another game.`,
      )
    return []
  })
}

/** Whether an id is that of a game in the catalogue of a provider whom the brand can ask for free rounds; whether the catalogue has it is
 *  known when the bonus is given. */
function isOfProvider({ providers }: CasinoConfig, gameId: string): boolean {
  return Object.entries(providers).some(([id, provider]) => gameId.startsWith(`${id}-`) && canGiveRounds(provider))
}

/** What else the brand says of bonuses that it cannot keep. */
function promiseProblems(
  level: BrandLevel,
  campaigns: Campaigns,
  { isBonusAllowed, isIdentificationBonusShown }: BooleanConfig,
  of: {
    readonly registration: RegistrationConfig | undefined
    readonly welcome: WelcomeBonusesFile | undefined
    readonly identificationBonusId: string
  },
): readonly BrandProblem[] {
  const { identificationBonusId } = of
  const offered = Object.entries(campaigns).filter(([, { isOffered }]) => isOffered)
  const isFirst = ({ trigger: { on, depositNumber } }: Campaign) => on === 'deposit' && depositNumber === 1
  const welcome = offered.filter(([, campaign]) => campaign.trigger.on === 'registration' || isFirst(campaign))
  const faults: BrandProblem[] = []
  const tell = (path: string, pointer: string, found: string, expected: string, message: string, isWarning = false) =>
    faults.push(
      ...locateFault(level, path, {
        ...{ pointer, found, expected, suggestion: null, message },
        ...(isWarning ? { level: 'warning' as const } : {}),
      }),
    )
  if (isBonusAllowed && offered.length === 0)
    tell(
      sectionPath('boolean'),
      '/isBonusAllowed',
      'true',
      'false',
      'Bonuses are allowed, and no campaign is offered: the pages of bonuses would be empty. Offer one in config/promo.json, or write false.',
    )
  if (!isBonusAllowed && offered.length > 0)
    tell(
      PATH,
      '/campaigns',
      listed(offered.map(([id]) => quoted(id))),
      'bonuses that are allowed',
      'Campaigns are offered, and nobody gets them: "boolean.isBonusAllowed" is off. Allow bonuses, or write "isOffered": false.',
      true,
    )
  const identified = offered.some(
    ([id, { trigger }]) => id === identificationBonusId && trigger.on === 'identification',
  )
  if ((isIdentificationBonusShown || identificationBonusId !== '') && !(isBonusAllowed && identified))
    tell(
      identificationBonusId === '' ? sectionPath('boolean') : PATH,
      identificationBonusId === '' ? '/isIdentificationBonusShown' : '/identificationBonusId',
      identificationBonusId === '' ? 'true' : quoted(identificationBonusId),
      'a campaign on "identification" that is offered',
      'A bonus for a verified identity is shown, and no campaign gives it. Offer a campaign with "on": "identification" and name it in "promo.identificationBonusId", or leave both out.',
    )
  if (of.registration?.hasFirstDeposit && !(isBonusAllowed && offered.some(([, campaign]) => isFirst(campaign))))
    tell(
      REGISTRATION,
      '/hasFirstDeposit',
      'true',
      'false',
      'A bonus on the first deposit is announced, and no campaign gives one. Offer a campaign on "deposit" with "depositNumber": 1, or write false.',
    )
  for (const id of Object.keys(of.welcome?.bonuses ?? {}))
    if (!isBonusAllowed || !welcome.some(([known]) => known === id))
      tell(
        WELCOME,
        `/bonuses/${pointerStep(id)}`,
        quoted(id),
        listed(welcome.map(([known]) => quoted(known))) || 'no bonus',
        `The welcome bonus ${quoted(id)} is promised, and no campaign of that id gives it at the registration or for the first deposit. Offer such a campaign in config/promo.json, or take the bonus out.`,
      )
  return faults
}
