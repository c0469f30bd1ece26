import { getExperimentsReport } from '#calls/studio/studio-analytics.calls.ts'
import { gainsOf, MISMATCH, ratioFit } from '#machines/analytics/experiments/experiment-results.rules.ts'
import { PAGE_EVENTS } from '#machines/site/events/event-facts.ts'
import { eventOf } from '#machines/site/events/event-table.ts'
import type { ExperimentEntry, ExperimentResult } from '#schemas'
import { answerStudio, type StudioHandler } from '../../studio/studio-scope.ts'
import { type AnalyticsHandlerPorts, askedDays } from './analytics.handlers.ts'

const DAYS = 28
const CONTROL = 'control'

/** Results of experiments, for everybody who sees the brand: they name no visitor (ANA-32). */
export function experimentsHandlers({
  analytics,
  admit,
  site,
  clock,
}: AnalyticsHandlerPorts): readonly StudioHandler[] {
  return [
    answerStudio(getExperimentsReport, async ({ segments: { brand }, query }, scope) => {
      await admit(scope, 'viewer', brand)
      const { span } = askedDays(clock(), query, DAYS)
      const { running } = (await site(brand)).config.experiments
      const experiments: ExperimentResult[] = []
      for (const [id, experiment] of Object.entries(running)) {
        const names = variantNames(experiment)
        const wish = {
          sids: names.map((name) => `${id}.${name}`),
          seenNumber: PAGE_EVENTS.variantSeen,
          goal: experiment.goal,
        }
        const counted = await analytics.variants(brand, wish, span)
        experiments.push(resultOf(id, experiment, names, counted))
      }
      return { experiments }
    }),
  ]
}

function variantNames({ variants }: ExperimentEntry): readonly string[] {
  return Object.keys(variants).sort((one, other) =>
    one === CONTROL ? -1 : other === CONTROL ? 1 : one < other ? -1 : 1,
  )
}

function resultOf(
  id: string,
  { title, isRunning, goal, variants }: ExperimentEntry,
  names: readonly string[],
  counted: readonly { readonly seen: number; readonly reached: number }[],
): ExperimentResult {
  const counts = names.map((variant, at) => ({
    ...{ variant, weight: variants[variant]?.weight ?? 0 },
    ...{ seen: counted[at]?.seen ?? 0, reached: counted[at]?.reached ?? 0 },
  }))
  const gains = gainsOf(counts)
  const fit = ratioFit(counts)
  return {
    ...{ id, title, isRunning, goal, goalName: eventOf(goal)?.name ?? String(goal), fit, isMismatch: fit < MISMATCH },
    variants: counts.map((count) => {
      const { gain, low, high, isDecided } = gains.find(({ variant }) => variant === count.variant) ?? NO_GAIN
      return { ...count, gain, low, high, isDecided }
    }),
  }
}

const NO_GAIN = { gain: 0, low: 0, high: 0, isDecided: false }
