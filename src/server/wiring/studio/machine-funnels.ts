import { COUNTED_STEPS } from '#machines/site/events/event-triggers.ts'
import { wayThrough } from '#machines/site/events/machine-path.rules.ts'
import type { FunnelReportAnswer } from '#schemas'

type MachineFunnels = FunnelReportAnswer['machineFunnels']

/** Most steps of a funnel. */
const MOST_STEPS = 10
let made: Promise<MachineFunnels> | undefined

/** A funnel for each machine of whose steps at least two on one way are counted (ANA-33). The machines are loaded when somebody asks first. */
export function machineFunnels(): Promise<MachineFunnels> {
  made ??= make()
  return made
}

async function make(): Promise<MachineFunnels> {
  const { scenarioMachines } = await import('#machines/scenario-machines.ts')
  const machines = new Map(Object.values(scenarioMachines).map(({ machine }) => [machine.id, machine]))
  return Object.entries(COUNTED_STEPS).flatMap(([id, counted]) => {
    const machine = machines.get(id)
    const way = machine ? wayThrough(machine, Object.keys(counted)) : []
    const steps = way.flatMap((step) => counted[step] ?? []).slice(0, MOST_STEPS)
    return steps.length < 2 ? [] : [{ machine: id, steps }]
  })
}
