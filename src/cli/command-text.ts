import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type TextMap,
  type TextSource,
  type TextValues,
  type TextWriter,
  textWriter,
} from '#machines/site/text.rules.ts'
import account from './locales/en/account.json' with { type: 'json' }
import backup from './locales/en/backup.json' with { type: 'json' }
import bet from './locales/en/bet.json' with { type: 'json' }
import brand from './locales/en/brand.json' with { type: 'json' }
import campaign from './locales/en/campaign.json' with { type: 'json' }
import capacity from './locales/en/capacity.json' with { type: 'json' }
import casino from './locales/en/casino.json' with { type: 'json' }
import cli from './locales/en/cli.json' with { type: 'json' }
import driver from './locales/en/driver.json' with { type: 'json' }
import feed from './locales/en/feed.json' with { type: 'json' }
import identification from './locales/en/identification.json' with { type: 'json' }
import keys from './locales/en/keys.json' with { type: 'json' }
import ledger from './locales/en/ledger.json' with { type: 'json' }
import message from './locales/en/message.json' with { type: 'json' }
import odds from './locales/en/odds.json' with { type: 'json' }
import openapi from './locales/en/openapi.json' with { type: 'json' }
import operator from './locales/en/operator.json' with { type: 'json' }
import partner from './locales/en/partner.json' with { type: 'json' }
import payment from './locales/en/payment.json' with { type: 'json' }
import recording from './locales/en/recording.json' with { type: 'json' }
import registration from './locales/en/registration.json' with { type: 'json' }
import restore from './locales/en/restore.json' with { type: 'json' }
import scenario from './locales/en/scenario.json' with { type: 'json' }
import seo from './locales/en/seo.json' with { type: 'json' }
import start from './locales/en/start.json' with { type: 'json' }
import support from './locales/en/support.json' with { type: 'json' }
import wallet from './locales/en/wallet.json' with { type: 'json' }

const ENGLISH = {
  ...account,
  ...backup,
  ...bet,
  ...brand,
  ...campaign,
  ...capacity,
  ...casino,
  ...cli,
  ...driver,
  ...feed,
  ...identification,
  ...keys,
  ...ledger,
  ...message,
  ...odds,
  ...openapi,
  ...operator,
  ...partner,
  ...payment,
  ...recording,
  ...registration,
  ...restore,
  ...scenario,
  ...seo,
  ...start,
  ...support,
  ...wallet,
} as const
const LOCALES = fileURLToPath(new URL('./locales', import.meta.url))
const PLURAL_FORM = /_(?:one|other)$/

type WrittenKey = keyof typeof ENGLISH
type Stem<Key extends string> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key

/** A key of the texts of commands; one with plural forms by its common name. */
export type CommandKey = Stem<WrittenKey>

/** The texts of all commands as they are shipped, by key. */
export const ENGLISH_TEXTS: TextMap = ENGLISH

const ENGLISH_SOURCE: TextSource = { texts: ENGLISH_TEXTS, fallback: null }

let write: TextWriter = textWriter('en', ENGLISH_SOURCE)
let spoken = 'en'

/** The language that commands speak, as a BCP 47 tag. */
export function spokenLanguage(): string {
  return spoken
}

/** What a command says, by i18next: `say('brand.checked', { count: 3 })` (CARD-2). */
export function say(key: CommandKey, values?: TextValues): string {
  return write(key as string, values)
}

/** The names of the texts, plural forms by their common one. */
export function commandKeys(): ReadonlySet<string> {
  return new Set(Object.keys(ENGLISH).map((key) => key.replace(PLURAL_FORM, '')))
}

/** From here on commands use the language that the environment names, if `locales/` has a folder for it; else English,
 *  which is also the fallback for texts that a language lacks.
 *  @param env `LIVERY_LANGUAGE` (`de`), else `LC_ALL`, `LC_MESSAGES` or `LANG` (`pt_BR.UTF-8`)
 *  @param locales the folder of the languages */
export function chooseLanguage(env: Readonly<Record<string, string | undefined>>, locales: string = LOCALES): void {
  const named = env.LIVERY_LANGUAGE || env.LC_ALL || env.LC_MESSAGES || env.LANG || 'en'
  const tag = named.replace(/[.@].*$/, '').replaceAll('_', '-')
  const language = [tag, tag.split('-')[0] ?? ''].find(
    (code) => /^[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(code) && existsSync(`${locales}/${code}`),
  )
  spoken = language ?? 'en'
  write =
    language === undefined || language === 'en'
      ? textWriter('en', ENGLISH_SOURCE)
      : textWriter(language, {
          texts: readTexts(`${locales}/${language}`),
          fallback: { language: 'en', texts: ENGLISH_TEXTS },
        })
}

function readTexts(folder: string): TextMap {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as TextMap))
}
