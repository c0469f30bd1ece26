import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CapacityCosts, CapacityOutput } from '#schemas'
import { isCapacityCosts as validate } from '#schemas/generated/validators/cli.js'
import { POOL_SIZE } from '#server/db/pool-size.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure, readCommandOptions, tellingCommand } from '../database-command.ts'
import { type CapacityWish, freeLoad, planCapacity } from './capacity.rules.ts'

/** What was measured when the version was made. */
const SHIPPED = fileURLToPath(new URL('./costs.json', import.meta.url))
/** What a player does in an hour, where nobody says otherwise: an evening with a match. Operators know their own. */
const USUAL_ACTS = { registration: 0.02, page: 30, board: 60, balance: 20, bet: 6, round: 40, deposit: 0.2 } as const
const USUAL = { messages: 1, load: 60 } as const
const MOST_PLAYERS = 1_000_000_000
const MOST_MESSAGES = 1000
const PERCENT = 100
/** Cores of a large machine: a PostgreSQL server that needs more is several. */
const ONE_MACHINE = 128
const [KILO, MEGA] = [1024, 1024 * 1024]

/** `livery capacity`: how many processes, processors and how much memory a number of players at once needs, by costs that were measured.
 *  @returns exits with 0, or 2 when it is asked for something that cannot be */
export const capacityCommand = tellingCommand(['capacity'], async (args) => {
  const options = readCommandOptions(
    { players: 'number', acts: 'text?', messages: 'number?', load: 'number?', costs: 'text?' } as const,
    args,
    ['capacity'],
  )
  const costs = readCosts(options.costs ?? SHIPPED)
  const wish = {
    players: within('players', options.players, 1, MOST_PLAYERS),
    acts: readActs(options.acts, costs),
    messages: within('messages', options.messages ?? USUAL.messages, 0, MOST_MESSAGES),
    load: within('load', options.load ?? USUAL.load, 1, PERCENT) / PERCENT,
  }
  if (freeLoad(wish.load, costs.idle) <= 0) {
    const values = { load: short(wish.load * PERCENT), idle: short(costs.idle.engineMsASecond / 10) }
    throw new DatabaseCommandFailure('usage', say('capacity.no_time', values), '--load')
  }
  const output = planCapacity(wish, costs)
  return { output, text: textOf(wish, output, costs) }
})

function readCosts(file: string): CapacityCosts {
  const refuse = (why: string) =>
    new DatabaseCommandFailure('usage', say('capacity.costs_invalid', { file, why }), file)
  let found: unknown
  try {
    found = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
  if (validate(found)) return found
  const [fault] = validate.errors ?? []
  throw refuse(`${fault?.instancePath || '/'} ${fault?.message}`)
}

/** `bet=6,page=30`: what is named replaces all that is usual. */
function readActs(text: string | undefined, { acts }: CapacityCosts): CapacityWish['acts'] {
  if (text === undefined)
    return Object.fromEntries(Object.entries(USUAL_ACTS).filter(([id]) => Object.hasOwn(acts, id)))
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [, id = '', number = ''] = /^\s*([a-z_]+)=(\d+(?:\.\d+)?)\s*$/.exec(part) ?? []
      if (id === '') throw new DatabaseCommandFailure('usage', say('capacity.mix_unreadable', { text: part }), '--acts')
      if (!Object.hasOwn(acts, id)) {
        const ids = Object.keys(acts).join(', ')
        throw new DatabaseCommandFailure('usage', say('capacity.mix_unknown', { id, ids }), '--acts')
      }
      return [id, Number(number)]
    }),
  )
}

function within(option: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value
  throw new DatabaseCommandFailure('usage', say('capacity.out_of_range', { option, value, least, most }), `--${option}`)
}

/** The steps by which the numbers come, each as it is reckoned. */
function textOf({ messages, load }: CapacityWish, plan: CapacityOutput, costs: CapacityCosts): string {
  const { players, acts, processes } = plan
  const { idle, stream } = costs
  const ofActs = acts.reduce((sum, { engineCores }) => sum + engineCores, 0)
  const ofDatabase = acts.reduce((sum, { databaseCores }) => sum + databaseCores, 0)
  const whole = { players: short(players), processes: short(processes), load: short(load * PERCENT) }
  const cores = { engineCores: short(plan.engineCores), databaseCores: short(ofDatabase) }
  return [
    say('capacity.from', { measuredOn: costs.measuredOn, machine: costs.machine }),
    say('capacity.acts'),
    ...acts.map(({ id, perHour, perSecond, engineCores, databaseCores }) =>
      say('capacity.act', {
        ...{ id, players: whole.players, perHour: short(perHour), perSecond: short(perSecond) },
        ...{ engineMs: short(costs.acts[id]?.engineMs ?? 0), databaseMs: short(costs.acts[id]?.databaseMs ?? 0) },
        ...{ engineCores: short(engineCores), databaseCores: short(databaseCores) },
      }),
    ),
    say('capacity.stream', {
      ...{ players: whole.players, messages: short(messages), messagesASecond: short(plan.messagesASecond) },
      ...{ messageMs: short(stream.engineMsAMessage), engineCores: short(plan.engineCores - ofActs) },
    }),
    say('capacity.busy', { ...cores, acts: short(ofActs), stream: short(plan.engineCores - ofActs) }),
    say('capacity.machines'),
    say('capacity.processes', { ...whole, ...cores, idle: `${short(idle.engineMsASecond / 10)} %` }),
    say('capacity.memory', {
      ...whole,
      idle: short(idle.bytes / MEGA),
      connection: short(stream.bytesAConnection / KILO),
      memory: short(plan.memoryBytes / MEGA),
    }),
    say('capacity.database', {
      ...{ ...whole, databaseCores: cores.databaseCores, cores: short(plan.databaseCores) },
      idle: short(idle.databaseMsASecond / 1000),
    }),
    ...(plan.databaseCores > ONE_MACHINE
      ? [
          say('capacity.database_many', {
            cores: short(plan.databaseCores),
            most: ONE_MACHINE,
            servers: short(Math.ceil(plan.databaseCores / ONE_MACHINE)),
          }),
        ]
      : []),
    say('capacity.connections', { processes: whole.processes, pool: POOL_SIZE, connections: short(plan.connections) }),
  ].join('\n')
}

/** Three digits that matter; whole numbers as they are. */
function short(value: number): string {
  return value.toLocaleString('en', Number.isInteger(value) ? {} : { maximumSignificantDigits: 3 })
}
