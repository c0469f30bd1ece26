import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BrandErrorOutput } from '#schemas'
import { CommandFailure } from '../command-failure.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'

/** The brands of the engine's repository. */
export const ENGINE_BRANDS = fileURLToPath(new URL('../../../brands', import.meta.url))

/** Why a command cannot do what it was asked. */
export class BrandCommandFailure extends CommandFailure<BrandErrorOutput['error']['code']> {}

/** What stands on the command line of a brand command. */
export interface BrandArguments {
  readonly positionals: readonly string[]
  readonly isJson: boolean
  readonly brandsDir: string
  /** Whether the option or the environment names the folder. */
  readonly isFolderNamed: boolean
  readonly hosts: readonly string[]
  readonly from: string | undefined
  readonly languages: readonly string[]
  readonly country: string | undefined
  readonly currency: string | undefined
  readonly preset: string | undefined
  readonly color: string | undefined
  /** Whether only what is missing is asked for. */
  readonly isMissing: boolean
  readonly exportFile: string | undefined
  readonly importFile: string | undefined
  /** Whether nothing is to be written. */
  readonly isCheckOnly: boolean
  /** Why a revision is made. */
  readonly message: string | undefined
  readonly outFile: string | undefined
  /** The id that an import is given. */
  readonly id: string | undefined
  readonly server: string | undefined
  /** The folder into which pictures are written. */
  readonly picturesDir: string | undefined
}

const OPTIONS = {
  json: { type: 'boolean' },
  brands: { type: 'string' },
  host: { type: 'string', multiple: true },
  from: { type: 'string' },
  language: { type: 'string', multiple: true },
  country: { type: 'string' },
  currency: { type: 'string' },
  preset: { type: 'string' },
  color: { type: 'string' },
  missing: { type: 'boolean' },
  export: { type: 'string' },
  import: { type: 'string' },
  check: { type: 'boolean' },
  message: { type: 'string' },
  out: { type: 'string' },
  id: { type: 'string' },
  server: { type: 'string' },
  pictures: { type: 'string' },
} as const

/** Refusals by the state of a brand, which a sound command may meet. */
const REFUSALS: ReadonlySet<string> = new Set(['brand_unchanged', 'brand_changed', 'brand_in_use'])

/** An option of a brand command. */
export type BrandOption = keyof typeof OPTIONS

/** How a brand command is written. */
export interface BrandCommandForm {
  /** What the command is about; `brand` when left out. */
  readonly noun?: string
  readonly usage: string
  readonly options: readonly BrandOption[]
  readonly positionals: readonly [least: number, most: number]
}

/** Runs a command with its arguments read: exit code 2 and the reason when they are wrong, or the command refuses; 1 when the state
 *  of the brand refuses. */
export async function runBrandCommand(
  args: readonly string[],
  io: CommandIo,
  form: BrandCommandForm,
  run: (read: BrandArguments) => Promise<number>,
): Promise<number> {
  try {
    return await run(readArguments(args, io, form))
  } catch (error) {
    if (!(error instanceof BrandCommandFailure)) throw error
    const { code, message, path } = error
    const output: BrandErrorOutput = { error: { code, message, path } }
    if (args.includes('--json')) io.stdout(`${JSON.stringify(output)}\n`)
    else io.stderr(`${say('cli.refusal', { noun: form.noun ?? 'brand', message })}\n`)
    return REFUSALS.has(code) ? 1 : 2
  }
}

function readArguments(args: readonly string[], io: CommandIo, form: BrandCommandForm): BrandArguments {
  const { values, positionals } = parse([...args], form.usage)
  const stray = Object.keys(values).find((name) => !form.options.includes(name as BrandOption))
  if (stray !== undefined)
    throw new BrandCommandFailure(
      'usage',
      `${say('brand.option', { option: `--${stray}` })} ${form.usage}`,
      `--${stray}`,
    )
  const [least, most] = form.positionals
  if (positionals.length < least || positionals.length > most) throw new BrandCommandFailure('usage', form.usage)
  return {
    positionals,
    isJson: values.json === true,
    brandsDir: brandsFolder(values.brands, io),
    isFolderNamed: Boolean(values.brands ?? io.env.LIVERY_BRANDS),
    hosts: values.host ?? [],
    from: values.from,
    languages: values.language ?? [],
    country: values.country,
    currency: values.currency,
    preset: values.preset,
    color: values.color,
    isMissing: values.missing === true,
    exportFile: values.export,
    importFile: values.import,
    isCheckOnly: values.check === true,
    message: values.message,
    outFile: values.out,
    id: values.id,
    server: values.server,
    picturesDir: values.pictures === undefined ? undefined : resolve(io.cwd, values.pictures),
  }
}

/** The brands that a command works on: those of the option, else of the environment, else the folder `brands` where it is run. */
export function brandsFolder(named: string | undefined, { env, cwd }: Pick<CommandIo, 'env' | 'cwd'>): string {
  return resolve(cwd, named ?? (env.LIVERY_BRANDS || 'brands'))
}

function parse(args: string[], usage: string) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true })
  } catch (error) {
    throw new BrandCommandFailure('usage', `${(error as Error).message}. ${usage}`)
  }
}
