import type { Logger } from 'pino'
import { buildPath } from '#machines/site/routes.ts'
import { createAccountService } from '#server/account/account.service.ts'
import type { AccountPorts } from '#server/account/account-ports.ts'
import { createBearerTokens } from '#server/account/bearer-tokens.ts'
import { takesAppMessages } from '#server/account/contacts/contact-settling.ts'
import { createMailingLinks } from '#server/account/office/mailing-links.ts'
import type { DisallowedSports } from '#server/account/office/settings.ts'
import { createPasswords, type PasswordCost } from '#server/account/passwords.ts'
import { createSecretBox, newSecretKey } from '#server/account/secret-box.ts'
import type { StartedSession } from '#server/account/sessions.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import type { DeliveryService } from '#server/delivery/delivery.service.ts'
import type { DeliveryAdapter } from '#server/delivery/delivery-adapter.ts'
import { type BudgetStore, createMemoryBudgetStore } from '#server/guard/budget-store.ts'
import type { CaptchaPorts } from '#server/guard/captcha.service.ts'
import { createMemoryChallengeStore } from '#server/guard/challenge-store.ts'
import { createGuard, type Guard } from '#server/guard/guard.service.ts'
import { createMemoryStore, type DocumentStore } from '#server/protection/document-store.ts'
import type { IdentificationService } from '#server/protection/identification.service.ts'
import { createKeptAnswers } from '#server/registration/kept-answers.ts'
import { createRegistrationService } from '#server/registration/registration.service.ts'
import type { BrandStore } from '#server/site/brand-store.ts'
import { accountHandlers } from './account.wiring.ts'
import { blockAppealHandlers } from './block-appeal.wiring.ts'
import type { AnyHandler, PlayerScope } from './call-scope.ts'
import { createCaptchaWiring } from './captcha.wiring.ts'
import { contactHandlers } from './contacts.wiring.ts'
import { currencyAccountHandlers } from './currency-accounts.wiring.ts'
import { playerBy } from './found-player.ts'
import { createIdentification, identificationHandlers } from './identification.wiring.ts'
import { createDelivery } from './identity-delivery.ts'
import { officeHandlers } from './office.wiring.ts'
import { ownDataHandlers } from './own-data.wiring.ts'
import { passkeyHandlers } from './passkeys.wiring.ts'
import { phoneCodeHandlers } from './phone-code.wiring.ts'
import { withPlaces } from './place-lists.ts'
import { profileHandlers } from './profile.wiring.ts'
import { checkOffered, registrationHandlers, reviveOutcome } from './registration.wiring.ts'
import { answeredFields, formContext } from './registration-form.ts'
import { secretQuestionHandlers } from './secret-question.wiring.ts'
import { securityHandlers } from './security.wiring.ts'
import { settingsHandlers } from './settings.wiring.ts'
import { siteOfBrand } from './site-of-brand.ts'
import { createSocialWiring } from './social.wiring.ts'
import { tokenHandlers } from './token.wiring.ts'
import { twoFactorHandlers } from './two-factor.wiring.ts'

export interface IdentityPorts {
  readonly database: OpenDatabase
  readonly brands: BrandStore
  readonly log: Logger
  readonly clock: () => Date
  /** Keeps codes and links of sent messages for the development page. */
  readonly keepsSecrets: boolean
  /** The key that secrets are sealed with; one for this process alone when left out. */
  readonly secretKey?: Uint8Array
  /** What a password's hash costs; what production pays when left out. */
  readonly passwordCost?: PasswordCost | undefined
  /** Where attempts are counted; in memory when left out. */
  readonly budgetStore?: BudgetStore
  /** Carries SMS; they are only logged when left out. */
  readonly sms?: DeliveryAdapter | undefined
  /** Carries mail; it is only logged when left out. */
  readonly mail?: DeliveryAdapter | undefined
  /** Where documents of identity are kept; in memory when left out. */
  readonly documents?: DocumentStore | undefined
  /** Where captcha challenges are kept (in memory when left out), and how hosted ones are judged. */
  readonly captcha?: Partial<Pick<CaptchaPorts, 'store' | 'secretOf' | 'urls'>>
}

/** Accounts, registration and delivery, joined. */
export interface Identity {
  readonly handlers: readonly AnyHandler[]
  readonly delivery: DeliveryService
  readonly identification: IdentificationService
  readonly findPlayer: (brandId: string, token: string, by: 'cookie' | 'bearer') => Promise<PlayerScope | null>
  /** Counts attempts at calls of all nouns, by the brands' budgets. */
  readonly guard: Guard
  /** The sports that a player does not want to see. */
  readonly disallowedSports: (brandId: string, accountId: number) => Promise<DisallowedSports>
}

/** Joins the nouns by which a visitor becomes a player: registration makes accounts, accounts write messages, delivery sends. */
export function createIdentity(ports: IdentityPorts): Identity {
  const { database, clock, log, secretKey = newSecretKey() } = ports
  const bearers = createBearerTokens(secretKey)
  const budgets = ports.budgetStore ?? createMemoryBudgetStore()
  const store = createMemoryChallengeStore()
  const captcha = createCaptchaWiring({ budgets, store, secretOf: () => undefined, clock, log, ...ports.captcha })
  const secretBox = createSecretBox(secretKey)
  const mailings = createMailingLinks(secretBox)
  const delivery = createDelivery(ports, mailings)
  const accountPorts: AccountPorts = {
    db: database.db,
    clock,
    passwords: createPasswords(ports.passwordCost),
    secretBox,
    guard: createGuard({
      store: budgets,
      clock,
      limits: async (brandId) => (await siteOfBrand(ports.brands, brandId)).config.auth.rateLimits,
    }),
    enqueue: async (tx, { params, ...message }) => {
      const { manifest } = await siteOfBrand(ports.brands, tx.brandId)
      const isByApp = message.kind === 'sms' && (await takesAppMessages(tx, message.recipient))
      await delivery.enqueue(tx, {
        ...message,
        params: { brand: manifest.name, ...params },
        takesAppMessages: isByApp,
      })
    },
    policy: async (brandId) => (await siteOfBrand(ports.brands, brandId)).config.auth,
    links: {
      activation: ({ origin, language }, token) => origin + buildPath('activation', { token }, language),
      passwordReset: ({ origin, language }, token) => origin + buildPath('restore_password', { token }, language),
      signIn: ({ origin, language }) => origin + buildPath('login', {}, language),
      emailProof: ({ origin, language }, email) => origin + buildPath('activation', { email }, language),
      emailUndo: ({ origin, language }, undo) => origin + buildPath('activation', { undo }, language),
    },
  }
  const account = createAccountService(accountPorts)
  const { handlers: socialHandlers, registerBySocial } = createSocialWiring({
    ...accountPorts,
    site: (brandId) => siteOfBrand(ports.brands, brandId),
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
  const identification = createIdentification({
    database,
    clock,
    store: ports.documents ?? createMemoryStore(clock),
    secretBox,
    delivery,
    site: (brandId) => siteOfBrand(ports.brands, brandId),
  })
  log.debug('identity is joined')
  return {
    delivery,
    identification,
    handlers: [
      ...captcha.handlers,
      ...captcha.guarded([
        ...registrationHandlers(registration, account.signOut),
        ...accountHandlers(account),
        ...currencyAccountHandlers(account),
        ...twoFactorHandlers(account),
        ...blockAppealHandlers(account),
        ...ownDataHandlers(account, clock),
        ...secretQuestionHandlers(account),
        ...passkeyHandlers(account),
        ...securityHandlers(account),
        ...tokenHandlers({ account, bearers, clock, guard: accountPorts.guard }),
        ...settingsHandlers(account, mailings),
        ...officeHandlers(account, clock),
        ...profileHandlers(account, clock),
        ...contactHandlers(account),
        ...phoneCodeHandlers({
          account,
          checkOffered: (scope) => checkOffered(scope.site, 'phone_reg', scope),
        }),
        ...socialHandlers,
        ...identificationHandlers(identification, accountPorts.guard),
      ]),
    ],
    guard: accountPorts.guard,
    disallowedSports: async (brandId, accountId) => (await account.readPreferences(brandId, accountId)).disallowed,
    findPlayer: async (brandId, token, by) => {
      if (by === 'cookie') return playerBy(account, brandId, { token })
      const subject = bearers.read(brandId, token, clock())
      return subject ? playerBy(account, brandId, subject) : null
    },
  }
}
