import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { evaluate, readSamples, type Sample, type Scrape } from './rule-expression.ts'

interface Rule {
  readonly record?: string
  readonly alert?: string
  readonly expr: string
  readonly for?: string
}

const RULES = fileURLToPath(new URL('../../../deploy/observability/livery.rules.yaml', import.meta.url))
const rules = (parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const records = new Map(rules.flatMap(({ record, expr }) => (record === undefined ? [] : [[record, expr] as const])))
/** Alerts by their names. */
export const ALERTS: ReadonlyMap<string, Rule> = new Map(
  rules.flatMap((rule) => (rule.alert === undefined ? [] : [[rule.alert, rule] as const])),
)

/** Records what a server exposes, as Prometheus does under the job `livery`, and says which alerts come of it. Its time is its own: each
 *  look is so much later than the one before, however soon it is taken. */
export function createAlertRecorder() {
  const scrapes: Scrape[] = []
  let atS = 0
  /** Those that hold at a moment, whatever their `for`. */
  const holds = (expression: string, at: number) => {
    const value = evaluate(expression, { scrapes, records }, at)
    return typeof value !== 'number' && value.length > 0
  }
  return {
    /** Takes what is exposed, so many seconds after the look before. @param exposed null when the server does not answer */
    look(exposed: string | null, afterS: number): void {
      atS += afterS
      const up: Sample = { name: 'up', labels: { job: 'livery' }, value: exposed === null ? 0 : 1 }
      scrapes.push({ at: atS, samples: [up, ...readSamples(exposed ?? '')] })
    },
    /** Alerts that came, and those that hold and wait for their `for`. */
    state() {
      const state: { readonly firing: string[]; readonly pending: string[] } = { firing: [], pending: [] }
      for (const [name, { expr, for: least = '0s' }] of ALERTS) {
        if (!holds(expr, atS)) continue
        const from = atS - secondsOf(least)
        const during = scrapes.filter(({ at }) => at >= from)
        const isOld = (scrapes[0]?.at ?? 0) <= from
        state[isOld && during.every(({ at }) => holds(expr, at)) ? 'firing' : 'pending'].push(name)
      }
      return state
    },
  }
}

function secondsOf(text: string): number {
  const [, count = '0', unit] = /^(\d+)([smh])$/.exec(text) ?? []
  return Number(count) * { s: 1, m: 60, h: 3600 }[(unit ?? 's') as 's' | 'm' | 'h']
}
