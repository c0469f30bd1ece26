import type { Logger } from 'pino'
import type { Environment } from '#schemas'
import type { KeyRing } from '#server/account/secrets/key-ring.ts'
import { createPasswords, DEFAULT_COST, type PasswordCost } from '#server/account/secrets/passwords.ts'
import { createSecretBox } from '#server/account/secrets/secret-box.ts'
import { forStudio } from '#server/db/for-studio.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import type { DeliveryAdapter } from '#server/delivery/delivery-adapter.ts'
import { smtpCarrier } from '#server/delivery/smtp-adapter.ts'
import type { BudgetStore } from '#server/guard/budget-store.ts'
import { createStudioAccess } from '#server/studio/access/studio-access.service.ts'
import type { StudioHandler } from '#server/studio/studio-scope.ts'
import { accessHandlers, actFile } from './access.handlers.ts'
import type { StudioServerPorts } from './studio.routes.ts'
import type { StudioFileRoute } from './studio-files.ts'
import { studioHosts } from './studio-hosts.ts'
import { createStudioMail } from './studio-mail.ts'
import { loadStudioPages } from './studio-page.ts'

export interface StudioWiringPorts {
  readonly environment: Pick<
    Environment,
    'LIVERY_MODE' | 'LIVERY_STUDIO_HOSTS' | 'LIVERY_STUDIO_SENDER' | 'LIVERY_SMTP_URL' | 'LIVERY_SMTP_TIMEOUT_MS'
  >
  readonly database: Pick<OpenDatabase, 'db'>
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** The key under which secrets of authenticator apps lie in the database. */
  readonly keyRing: KeyRing
  readonly budgetStore: BudgetStore
  /** The handlers of drafts, of the life of brands and of the desk. */
  readonly handlers: readonly StudioHandler[]
  /** Files that operators may read. */
  readonly files?: readonly StudioFileRoute[]
  /** Where previews of drafts are beside those of this machine in development, as a content security policy writes sources. */
  readonly previews?: readonly string[]
  readonly passwordCost?: PasswordCost | undefined
  /** What carries mails instead of the mail server of the environment. */
  readonly mailCarrier?: DeliveryAdapter | undefined
}

/** The studio as the server serves it. */
export interface Studio extends StudioServerPorts {
  /** While nobody owns the studio, makes a one-time link for its owner and writes it to the log, where only those who run the
   *  server read it. @param port the port that the server listens on */
  readonly announce: (port: number) => Promise<void>
}

/** A queue of its own and short: few people work here. */
const OPERATOR_COST: PasswordCost = { ...DEFAULT_COST, concurrency: 2, maxWaiting: 32 }
const LOCAL_PREVIEWS = 'http://*.draft.localhost:*'

/** Joins the studio's parts; null where it is off: in production without a host of its own. */
export function createStudio(ports: StudioWiringPorts): Studio | null {
  const { environment, database, clock, log, keyRing, budgetStore, previews = [] } = ports
  const hosts = studioHosts(environment)
  const [host] = hosts
  if (host === undefined) return null
  const isDevelopment = environment.LIVERY_MODE === 'development'
  const access = createStudioAccess({
    door: forStudio(database.db),
    clock,
    passwords: createPasswords(ports.passwordCost ?? OPERATOR_COST),
    secretBox: createSecretBox(keyRing),
    budget: budgetStore,
    mail: createStudioMail(
      ports.mailCarrier ?? smtpCarrier(environment),
      environment.LIVERY_STUDIO_SENDER ?? `studio@${host}`,
    ),
    log,
  })
  return {
    hosts,
    handlers: [...accessHandlers(access), ...ports.handlers],
    files: [actFile(access), ...(ports.files ?? [])],
    findOperator: access.findOperator,
    pages: loadStudioPages(),
    previews: [...(isDevelopment ? [LOCAL_PREVIEWS] : []), ...previews],
    announce: async (port) => {
      const link = await access.makeOwnerLink()
      const origin = isDevelopment ? `http://${host}:${port}` : `https://${host}`
      if (link)
        log.info(
          `Nobody owns the studio yet. Within 24 hours, this link makes its owner: ${origin}/claim#${link.token}`,
        )
    },
  }
}
