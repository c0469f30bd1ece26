import { readScenarioFile } from '../../src/cli/scenario/scenario-file.ts'
import { scenarioMachines } from './scenario-machines.ts'
import { playScenario } from './scenario-player.ts'

for (const n of ['registration/registered', 'dropdown/hover-travels-to-panel']) {
  const f = readScenarioFile(`/work/main/tests/scenarios/${n}.scn.json`).scenario!
  for (let i = 0; i < 300; i++) playScenario(scenarioMachines[f.machine]!, f)
  const c = process.cpuUsage()
  const t = performance.now()
  for (let i = 0; i < 2000; i++) playScenario(scenarioMachines[f.machine]!, f)
  const u = process.cpuUsage(c)
  console.log(
    n,
    'wall/s',
    Math.round(2000 / ((performance.now() - t) / 1000)),
    'cpu/s',
    Math.round(2000 / (u.user / 1e6)),
    f.steps.length,
  )
}
