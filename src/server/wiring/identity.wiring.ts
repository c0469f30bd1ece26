import type { Logger } from 'pino'
import {
  activate,
  disconnect,
  getBalance,
  getUserInformation,
  login,
  sendActivationMail,
} from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import {
  getRegistrationFields,
  getRegistrationTypes,
  getWelcomeBonuses,
  postRegistration,
  postRegistrationFields,
} from '#calls/registration.calls.ts'
import { relationFields } from '#machines/forms/field-source.rules.ts'
import { registrationType } from '#machines/registration/registration-flow.rules.ts'
import { buildPath } from '#machines/site/routes.ts'
import { deriveForVisitor } from '#machines/site/visitor.rules.ts'
import type { Answers, UserInformation } from '#schemas'
import { type AccountService, createAccountService } from '#server/account/account.service.ts'
import type { AccountPorts } from '#server/account/account-ports.ts'
import { createPasswords } from '#server/account/passwords.ts'
import type { StartedSession } from '#server/account/sessions.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { createDeliveryService, type DeliveryService } from '#server/delivery/delivery.service.ts'
import { createLogAdapter, type DeliveryAdapter } from '#server/delivery/delivery-adapter.ts'
import { readPhoneAnswers } from '#server/forms/phone-directory.ts'
import { type BudgetStore, createMemoryBudgetStore } from '#server/guard/budget-store.ts'
import type { CaptchaPorts } from '#server/guard/captcha.service.ts'
import { createMemoryChallengeStore } from '#server/guard/challenge-store.ts'
import { createGuard } from '#server/guard/guard.service.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { createKeptAnswers } from '#server/registration/kept-answers.ts'
import { createRegistrationService, type RegistrationService } from '#server/registration/registration.service.ts'
import type { RegistrationOutcome } from '#server/registration/registration-ports.ts'
import type { BrandStore } from '#server/site/brand-store.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { type AnyHandler, answer, type CallScope, type PlayerScope } from './call-scope.ts'
import { createCaptchaWiring } from './captcha.wiring.ts'
import { phoneCodeHandlers } from './phone-code.wiring.ts'
import { withPlaces } from './place-lists.ts'
import {
  answeredFields,
  type FormVisitor,
  formContext,
  formFields,
  offeredTypes,
  registrationData,
  welcomeBonuses,
} from './registration-form.ts'
import { createSocialWiring } from './social.wiring.ts'
import { lookupText } from './text-lookup.ts'

export interface IdentityPorts {
  readonly database: OpenDatabase
  readonly brands: BrandStore
  readonly log: Logger
  readonly clock: () => Date
  /** Keeps codes and links of sent messages for the development page. */
  readonly keepsSecrets: boolean
  /** Where attempts are counted; in memory when left out. */
  readonly budgetStore?: BudgetStore
  /** Carries SMS; they are only logged when left out. */
  readonly sms?: DeliveryAdapter | undefined
  /** Where captcha challenges are kept (in memory when left out), and how hosted ones are judged. */
  readonly captcha?: Partial<Pick<CaptchaPorts, 'store' | 'secretOf' | 'urls'>>
}

/** Accounts, registration and delivery, joined. */
export interface Identity {
  readonly handlers: readonly AnyHandler[]
  readonly delivery: DeliveryService
  readonly findPlayer: (brandId: string, token: string) => Promise<PlayerScope | null>
}

/** Joins the nouns by which a visitor becomes a player: registration makes accounts, accounts write messages, delivery sends. */
export function createIdentity(ports: IdentityPorts): Identity {
  const { database, clock, log } = ports
  const budgets = ports.budgetStore ?? createMemoryBudgetStore()
  const store = createMemoryChallengeStore()
  const captcha = createCaptchaWiring({ budgets, store, secretOf: () => undefined, clock, log, ...ports.captcha })
  const delivery = createDelivery(ports)
  const accountPorts: AccountPorts = {
    db: database.db,
    clock,
    passwords: createPasswords(),
    guard: createGuard({
      store: budgets,
      clock,
      limits: async (brandId) => (await siteOfBrand(ports.brands, brandId)).config.auth.rateLimits,
    }),
    enqueue: async (tx, { params, ...message }) => {
      const { manifest } = await siteOfBrand(ports.brands, tx.brandId)
      await delivery.enqueue(tx, { ...message, params: { brand: manifest.name, ...params } })
    },
    policy: async (brandId) => (await siteOfBrand(ports.brands, brandId)).config.auth,
    links: {
      activation: ({ origin, language }, token) => origin + buildPath('activation', { token }, language),
      passwordReset: ({ origin, language }, token) => origin + buildPath('restore_password', { token }, language),
      signIn: ({ origin, language }) => origin + buildPath('login', {}, language),
    },
  }
  const account = createAccountService(accountPorts)
  const { handlers: socialHandlers, registerBySocial } = createSocialWiring({
    ...accountPorts,
    site: (brandId) => siteOfBrand(ports.brands, brandId),
    visitorOf,
    allowsLoopback: ports.keepsSecrets,
  })
  const registration = createRegistrationService<StartedSession>({
    registry: { ...account, registerBySocial },
    answers: createKeptAnswers({ db: database.db, clock, revive: reviveOutcome }),
    form: async (visitor, type, answers) => {
      const site = await siteOfBrand(ports.brands, visitor.brandId)
      checkOffered(site, type, visitor)
      return {
        definitions: await withPlaces(site.config, answeredFields(site, type, visitor, answers), answers),
        context: formContext(site, visitor, clock()),
        defaultCurrency: site.config.global.defaultCurrency,
      }
    },
  })
  log.debug('identity is joined')
  return {
    delivery,
    handlers: [
      ...captcha.handlers,
      ...captcha.guarded([
        ...registrationHandlers(registration, account.signOut),
        ...accountHandlers(account),
        ...phoneCodeHandlers({
          account,
          visitorOf,
          checkOffered: (scope) => checkOffered(scope.site, 'phone_reg', scope),
        }),
        ...socialHandlers,
      ]),
    ],
    findPlayer: (brandId, token) => findPlayer(account, brandId, token),
  }
}

/** An outcome of a registration as it comes back from JSON. */
function reviveOutcome(text: string): RegistrationOutcome<StartedSession> {
  const { session, ...rest } = JSON.parse(text) as RegistrationOutcome<StartedSession & { readonly expiresAt: string }>
  return session ? { ...rest, session: { ...session, expiresAt: new Date(session.expiresAt) } } : rest
}

function createDelivery({ database, brands, log, clock, keepsSecrets, sms }: IdentityPorts): DeliveryService {
  const adapter = createLogAdapter(log)
  return createDeliveryService({
    db: database.db,
    adapters: { mail: adapter, sms: sms ?? adapter },
    clock,
    log,
    keepsSecrets,
    text: async (brandId, language, key, params) => {
      const site = await siteOfBrand(brands, brandId)
      const spoken = site.languages.includes(language) ? language : site.config.global.defaultLanguage
      return lookupText(spoken, pageTexts(site, spoken))(key, params)
    },
  })
}

async function siteOfBrand(brands: BrandStore, brandId: string): Promise<ResolvedSite> {
  const found = await brands.siteForBrand(brandId)
  if (found.status !== 'ok') throw new AppError('brand.broken')
  return found.site
}

/** @throws AppError registration.not_allowed, registration.type_unknown */
function checkOffered(site: ResolvedSite, type: string, visitor: FormVisitor): void {
  const { country, language } = visitor
  const derived = deriveForVisitor(site, { country, language, signedIn: false })
  if (!derived.isRegistrationOffered) throw new AppError('registration.not_allowed')
  if (!offeredTypes(site, visitor).includes(type)) throw new AppError('registration.type_unknown', { type })
}

async function findPlayer(account: AccountService, brandId: string, token: string): Promise<PlayerScope | null> {
  const session = await account.findSession(brandId, token)
  if (!session) return null
  const [active] = await account.readCurrencyAccounts(brandId, session.accountId)
  return {
    accountId: session.accountId,
    sessionId: session.sessionId,
    token,
    summary: { userId: session.accountId, balanceMinor: active?.balanceMinor ?? 0, currency: active?.currency ?? '' },
  }
}

function visitorOf({ site, language, country, address, device, origin, browser, player }: CallScope): Visitor {
  return { brandId: site.brandId, language, country, address, device, origin, browser, formerToken: player?.token }
}

/** A registration in a widget signs nobody in: a frame of another site could not keep the session's cookie, and one of a site
 *  next door must not be given it. */
function registrationHandlers(
  registration: RegistrationService<StartedSession>,
  endSession: AccountService['signOut'],
): AnyHandler[] {
  const fieldsOf = (scope: CallScope, name: string, country: string | undefined) => {
    const type = registrationType(name)
    checkOffered(scope.site, type, scope)
    return [...formFields(scope.site, type, scope, country)]
  }
  return [
    answer(getRegistrationTypes, async (_input, scope) => ({
      data: { attributes: { types: offeredTypes(scope.site, scope) } },
    })),
    answer(getRegistrationFields, async ({ segments, query }, scope) => {
      const fields = fieldsOf(scope, segments.type, query.country)
      return { data: { attributes: { fields }, relation_fields: relationFields(fields) } }
    }),
    answer(postRegistrationFields, async ({ body }, scope) => ({
      fields: fieldsOf(scope, body.type, body.country),
      banners: [],
    })),
    answer(getWelcomeBonuses, async ({ query }, { site, language }) => welcomeBonuses(site, language, query.bonus)),
    answer(postRegistration, async ({ body, query }, scope) => {
      if (!body.fields) return registrationData(scope.site, scope)
      const type = body.type ?? scope.site.config.registration.defaultType
      const { formerToken, ...visitor } = visitorOf(scope)
      const { session, ...outcome } = await registration.submit(
        query.isWidget ? visitor : { ...visitor, formerToken },
        {
          type,
          answers: readAnswers(scope, type, body.fields as Answers),
          key: body.requestKey,
        },
      )
      if (session && query.isWidget) await endSession(visitor, session.token)
      else if (session) scope.setSession(session)
      return { ...outcome, isSignedIn: session !== undefined && !query.isWidget }
    }),
  ]
}

/** Phone numbers may come as text: older clients, and pages that could not load the countries, send them as they were typed. */
function readAnswers(scope: CallScope, type: string, answers: Answers): Answers {
  const definitions = answeredFields(scope.site, registrationType(type), scope, answers)
  return readPhoneAnswers(scope.site.config, definitions, answers, scope.country)
}

function accountHandlers(account: AccountService): AnyHandler[] {
  return [
    answer(login, async ({ body }, scope) => {
      if (!scope.site.config.boolean.isAuthAllowed) throw new AppError('sign_in.not_allowed')
      const session = await account.signIn(visitorOf(scope), {
        login: body.login,
        password: body.password,
        isRemembered: body.remember ?? false,
      })
      scope.setSession(session)
      return { userId: session.accountId }
    }),
    answer(disconnect, async (_input, scope) => {
      if (scope.player) await account.signOut(visitorOf(scope), scope.player.token)
      scope.setSession(null)
      return { success: true as const }
    }),
    answer(activate, async ({ body }, scope) => {
      const { token, userId, code } = body.data.attributes
      const session = token
        ? await account.activateByLink(visitorOf(scope), token)
        : await account.activateByCode(visitorOf(scope), userId ?? 0, code ?? '')
      scope.setSession(session)
      return { userId: session.accountId }
    }),
    answer(sendActivationMail, async ({ body }, scope) => {
      await account.resendActivation(visitorOf(scope), body.userId)
      return { success: true as const }
    }),
    answer(getUserInformation, async (_input, scope) => userInformation(account, scope)),
    answer(getBalance, async (_input, { site, player }) => {
      const accounts = await account.readCurrencyAccounts(site.brandId, player?.accountId ?? 0)
      return { accounts: accounts.map(({ currencyAccountId: id, ...rest }) => ({ id, ...rest })) }
    }),
  ]
}

async function userInformation(account: AccountService, { site, player }: CallScope): Promise<UserInformation> {
  if (!player) throw new AppError('access.denied')
  const profile = await account.readProfile(site.brandId, player.accountId)
  const { userId, registeredBy, createdAt, country, language, birthday, identifiers, fields } = profile
  const scalars = Object.entries(fields).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  return {
    data: {
      id: String(userId),
      type: 'user',
      attributes: {
        registeredBy,
        createdAt: createdAt.toISOString(),
        ...(country ? { country: country.toLowerCase() } : {}),
        language,
        ...(birthday ? { birthday } : {}),
        identifiers: [...identifiers],
        fields: Object.fromEntries(scalars) as UserInformation['data']['attributes']['fields'],
      },
    },
  }
}
