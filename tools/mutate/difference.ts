import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { MutationShowing, ScenarioStep } from '#schemas'
import { type Exploration, explore } from '#stage/explore/explore.ts'
import { canonicalJson } from '#stage/player/canonical-json.ts'
import { MachineStage } from '#stage/player/machine-stage.ts'
import { takeStep } from '#stage/player/scenario-player.ts'
import type { Mutant } from './mutants.ts'

type Input = Readonly<Record<string, unknown>>

/** What a machine does under everything that its contract lists as typical, distinguished coarsely and finely. */
export interface Explorations {
  readonly coarse: Exploration
  readonly fine: Exploration
}

/** What a search for a difference came to. `isSame`: it has been everywhere that the contract tells apart, and met none. */
export interface Search {
  readonly found?: MutationShowing
  readonly isSame: boolean
}

const COARSE = { maxPlaces: 3000, maxMoves: 20_000, grain: 'abstract' } as const
const FINE = { maxPlaces: 600, maxMoves: 6000, grain: 'last' } as const
/** Of one exploration, for one mutant. */
const MOVES_TRIED = 2500

/** Explores a machine from each of the inputs on. */
export function explorationsOf(contract: AnyMachineContract, inputs: readonly Input[]): Explorations {
  return { coarse: explore(contract, inputs, COARSE), fine: explore(contract, inputs, FINE) }
}

/** Looks for the first start or move on which a mutant goes otherwise than its machine. */
export function findDifference(
  contract: AnyMachineContract,
  changed: AnyMachineContract,
  mutant: Mutant,
  { coarse, fine }: Explorations,
): Search {
  const starts = coarse.starts.filter((start) => concerns(mutant, start))
  for (const { input } of starts) {
    const found = compare(contract, changed, input, [])
    if (found) return { found, isSame: false }
  }
  const moves = [coarse, fine].map((exploration) => exploration.moves.filter((move) => concerns(mutant, move)))
  for (const move of moves.flatMap((some) => some.slice(0, MOVES_TRIED))) {
    for (const steps of waysOf(mutant, move)) {
      const found = compare(contract, changed, move.from.input, steps)
      if (found) return { found, isSame: false }
    }
  }
  const tried = moves[0]?.length ?? 0
  return { isSame: coarse.isWhole && tried + starts.length > 0 && tried <= MOVES_TRIED }
}

function concerns({ spot: { transition } }: Mutant, { deed }: { readonly deed: string }): boolean {
  return transition === undefined || deed.includes(transition)
}

/** The way of a move; for a delay besides with a look just before it is over. */
function waysOf({ kind }: Mutant, { from, step }: Exploration['moves'][number]): readonly (readonly ScenarioStep[])[] {
  const whole = [...from.steps, step]
  const isShort = kind !== 'delay' || step.do !== 'advance' || step.at - 1 <= (from.steps.at(-1)?.at ?? 0)
  return isShort ? [whole] : [[...from.steps, { at: step.at - 1, do: 'advance' }], whole]
}

function compare(
  contract: AnyMachineContract,
  changed: AnyMachineContract,
  input: Input,
  steps: readonly ScenarioStep[],
): MutationShowing | undefined {
  const original = sightOf(contract, input, steps)
  const mutant = sightOf(changed, input, steps)
  for (const what of ASPECTS) {
    if (canonicalJson(original[what]) === canonicalJson(mutant[what])) continue
    const [old, fresh] = [original[what] ?? null, mutant[what] ?? null] as [Json, Json]
    return { input, steps: steps.map((step) => ({ ...step })), what, original: old, mutant: fresh }
  }
  return undefined
}

type Json = MutationShowing['original']

const ASPECTS = ['end', 'value', 'effects', 'children', 'context'] as const

type Sight = Readonly<Partial<Record<(typeof ASPECTS)[number], unknown>>>

function sightOf(contract: AnyMachineContract, input: Input, steps: readonly ScenarioStep[]): Sight {
  try {
    const stage = new MachineStage(contract, input)
    for (const step of steps.slice(0, -1)) takeStep(stage, step)
    if (steps.length > 0) stage.takeEffects()
    const refusal = steps.slice(-1).map((step) => takeStep(stage, step))
    if (stage.error !== undefined) return { end: String(stage.error) }
    const { value } = stage.view
    const effects = stage.plainEffects(stage.takeEffects())
    return { end: refusal, value, effects, children: stage.running, context: stage.context }
  } catch (error) {
    return { end: error instanceof Error ? error.message : String(error) }
  }
}
