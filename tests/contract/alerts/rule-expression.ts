import { readTokens, type Tokens } from './rule-tokens.ts'

/**
 * Rules of alerts are tried without Prometheus: this evaluates the part of PromQL that they are written in. Numbers, selectors with
 * matchers, `rate` over a range, `sum` and `max` with `by`, arithmetic, comparisons and `and`.
 */

/** A number with labels, as a server exposes it. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** All that was exposed at a moment. */
export interface Scrape {
  /** Seconds. */
  readonly at: number
  readonly samples: readonly Sample[]
}

/** A value of an expression: a number, or one for each set of labels. */
export type Value = number | readonly Omit<Sample, 'name'>[]

/** What an expression is evaluated over. */
export interface Recorded {
  readonly scrapes: readonly Scrape[]
  /** Expressions that have names, as `livery:failed:ratio_5m`. */
  readonly records: ReadonlyMap<string, string>
}

/** Older than that, a number is none any more, s. */
const STALE_S = 300
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

/** Reads numbers as a server exposes them. */
export function readSamples(text: string): Sample[] {
  return [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', list = '', value]) => ({
    name,
    labels: Object.fromEntries([...list.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, label]) => [key, label])),
    value: Number(value),
  }))
}

/** What an expression is at a moment. @param at seconds @throws Error for what it does not know */
export function evaluate(expression: string, recorded: Recorded, at: number): Value {
  const tokens = readTokens(expression)
  const value = createParser(tokens, recorded, at)()
  if (!tokens.isOver()) throw new Error(`"${expression}" has words after its end`)
  return value
}

function createParser(tokens: Tokens, recorded: Recorded, at: number) {
  const { peek, take, isNext, labelList, matchers } = tokens
  /** Operators of one rank, from left to right. */
  const chain = (
    operators: readonly string[],
    operand: () => Value,
    join: (op: string, one: Value, other: Value) => Value,
  ) => {
    let value = operand()
    while (operators.includes(peek() ?? '')) value = join(take(), value, operand())
    return value
  }
  const whole = (): Value => chain(['and'], compared, (_and, one, other) => both(one, other))
  const compared = (): Value => chain(['>', '<', '>=', '<=', '==', '!='], added, compare)
  const added = (): Value => chain(['+', '-'], times, arithmetic)
  const times = (): Value => chain(['*', '/'], operand, arithmetic)
  const aggregate = (how: string): Value => {
    const by = isNext('by') ? labelList() : []
    take('(')
    const value = whole()
    take(')')
    return aggregated(how, by, value)
  }
  const selected = (name: string): Value => {
    const record = recorded.records.get(name)
    if (record !== undefined) return evaluate(record, recorded, at)
    const all = matchers()
    const last = recorded.scrapes.findLast((scrape) => scrape.at <= at && scrape.at > at - STALE_S)
    return (last?.samples ?? []).filter((sample) => sample.name === name && all.every((isIt) => isIt(sample.labels)))
  }
  const rate = (): Value => {
    take('(')
    const name = take()
    const all = matchers()
    take('[')
    const [, count = '', unit = ''] = /^(\d+)([smh])$/.exec(take()) ?? []
    take(']')
    take(')')
    const from = at - Number(count) * (SECONDS[unit] ?? 0)
    return rates(recorded.scrapes, {
      from,
      until: at,
      fits: (sample) => sample.name === name && all.every((isIt) => isIt(sample.labels)),
    })
  }
  const operand = (): Value => {
    const token = take()
    if (/^\d/.test(token)) return Number(token)
    if (token === 'rate') return rate()
    if (token === 'sum' || token === 'max') return aggregate(token)
    if (token !== '(') return selected(token)
    const value = whole()
    take(')')
    return value
  }
  return whole
}

const keyOf = (labels: Readonly<Record<string, string>>) => JSON.stringify(Object.entries(labels).toSorted())

/** How much counters grow a second; one that is less than before has begun again. */
function rates(
  scrapes: readonly Scrape[],
  { from, until, fits }: { readonly from: number; readonly until: number; readonly fits: (sample: Sample) => boolean },
): Value {
  const series = new Map<
    string,
    { readonly labels: Sample['labels']; readonly points: [at: number, value: number][] }
  >()
  for (const { at, samples } of scrapes)
    if (at >= from && at <= until)
      for (const sample of samples.filter(fits)) {
        const key = keyOf(sample.labels)
        const own = series.get(key) ?? { labels: sample.labels, points: [] }
        own.points.push([at, sample.value])
        series.set(key, own)
      }
  return [...series.values()]
    .filter(({ points }) => points.length > 1)
    .map(({ labels, points }) => {
      const grown = points.reduce((sum, [, value], place) => {
        const former = points[place - 1]?.[1] ?? value
        return sum + (value < former ? value : value - former)
      }, 0)
      return { labels, value: grown / ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)) }
    })
}

function aggregated(how: string, by: readonly string[], value: Value): Value {
  if (typeof value === 'number') throw new Error(`${how} needs numbers with labels`)
  const groups = Map.groupBy(value, ({ labels }) => keyOf(only(labels, by)))
  return [...groups.values()].map((group) => {
    const values = group.map((one) => one.value)
    return {
      labels: only(group[0]?.labels ?? {}, by),
      value: how === 'max' ? Math.max(...values) : values.reduce((sum, one) => sum + one, 0),
    }
  })
}

function only(labels: Sample['labels'], by: readonly string[]): Sample['labels'] {
  return Object.fromEntries(Object.entries(labels).filter(([label]) => by.includes(label)))
}

function arithmetic(operator: string, one: Value, other: Value): Value {
  const count = (left: number, right: number) => {
    if (operator === '+') return left + right
    if (operator === '-') return left - right
    return operator === '*' ? left * right : left / right
  }
  if (typeof one === 'number' && typeof other === 'number') return count(one, other)
  if (typeof one === 'number') return pairs(other).map(({ labels, value }) => ({ labels, value: count(one, value) }))
  if (typeof other === 'number') return one.map(({ labels, value }) => ({ labels, value: count(value, other) }))
  return joined(one, other).map(([left, right]) => ({ labels: left.labels, value: count(left.value, right.value) }))
}

/** Keeps the numbers for which a comparison holds. */
function compare(operator: string, one: Value, other: Value): Value {
  const holds = (left: number, right: number) => {
    if (operator === '>') return left > right
    if (operator === '<') return left < right
    if (operator === '>=') return left >= right
    if (operator === '<=') return left <= right
    return operator === '==' ? left === right : left !== right
  }
  if (typeof one === 'number') throw new Error('a comparison begins with numbers that have labels')
  if (typeof other === 'number') return one.filter(({ value }) => holds(value, other))
  return joined(one, other).flatMap(([left, right]) => (holds(left.value, right.value) ? [left] : []))
}

function both(one: Value, other: Value): Value {
  return joined(pairs(one), pairs(other)).map(([left]) => left)
}

type Labelled = Exclude<Value, number>

function pairs(value: Value): Labelled {
  if (typeof value === 'number') throw new Error('numbers with labels are wanted')
  return value
}

/** Those that have the same labels on both sides. */
function joined(one: Labelled, other: Labelled): (readonly [Labelled[number], Labelled[number]])[] {
  const right = new Map(other.map((each) => [keyOf(each.labels), each]))
  return one.flatMap((left) => {
    const fitting = right.get(keyOf(left.labels))
    return fitting ? [[left, fitting] as const] : []
  })
}
