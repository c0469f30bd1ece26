import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioStep } from '#schemas'
import type { MachineStage } from '../player/machine-stage.ts'

/**
 * What can happen to a machine now, by its contract: each typical event, each typical end of an actor that runs and each value that it may show, and, when
 * a delay is under way, time until the first one is over. Always in the same order.
 */
export function possibleSteps(contract: AnyMachineContract, stage: MachineStage): readonly ScenarioStep[] {
  const at = stage.clock.nowMs
  const due = stage.clock.nextDueMs
  return [
    ...contract.events.map((event): ScenarioStep => ({ at, do: 'send', actor: 'root', event })),
    ...stage.running.flatMap((path) => actorSteps(contract, path, at)),
    ...(due === undefined ? [] : [{ at: due, do: 'advance' as const }]),
  ]
}

/** What one running actor may typically do, as steps: end well or badly, or show a value. @param path such as `root/submit#2` */
export function actorSteps({ outcomes }: AnyMachineContract, path: string, at: number): readonly ScenarioStep[] {
  const { ok = [], err = [], shows = [] } = outcomes[actorName(path)] ?? {}
  const told = (deed: 'ok' | 'err' | 'emit', values: readonly unknown[]) =>
    values.map((value): ScenarioStep => ({ at, do: deed, actor: path, value: value as Value }))
  return [...told('ok', ok), ...told('err', err), ...told('emit', shows)]
}

type Value = Exclude<ScenarioStep['value'], undefined>

/** The name of an actor in its path: `root/submit#2` → `submit`; empty for the machine itself. */
export function actorName(path: string): string {
  return /\/(.+)#\d+$/.exec(path)?.[1] ?? ''
}
