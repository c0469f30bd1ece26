const TOKEN = /\s*(>=|<=|==|!=|=~|!~|"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?[smh]?|[a-zA-Z_:][\w:]*|[-+*/(){}[\],=<>])/y

type Labels = Readonly<Record<string, string>>

/** The words of an expression, taken one after another. */
export type Tokens = ReturnType<typeof readTokens>

/** Divides an expression of a rule into its words. @throws Error for what is none */
export function readTokens(expression: string) {
  const tokens = tokensOf(expression)
  let place = 0
  const peek = () => tokens[place]
  const take = (wanted?: string): string => {
    const token = tokens[place++] ?? ''
    if (wanted !== undefined && token !== wanted) throw new Error(`"${wanted}" is missing before "${token}"`)
    return token
  }
  /** Takes a word if it is the next one. */
  const isNext = (word: string): boolean => {
    const is = peek() === word
    if (is) take()
    return is
  }
  return {
    peek,
    take,
    isNext,
    isOver: () => place >= tokens.length,
    /** `(route, status)` */
    labelList(): string[] {
      const labels: string[] = []
      take('(')
      while (!isNext(')')) {
        labels.push(take())
        isNext(',')
      }
      return labels
    },
    /** `{status=~"5..", route="/a"}`; none where there is no brace. */
    matchers(): ((labels: Labels) => boolean)[] {
      const found: ((labels: Labels) => boolean)[] = []
      if (!isNext('{')) return found
      while (!isNext('}')) {
        const [label, operator, quoted] = [take(), take(), JSON.parse(take()) as string]
        found.push((labels) => matches(labels[label] ?? '', operator, quoted))
        isNext(',')
      }
      return found
    },
  }
}

function tokensOf(expression: string): readonly string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const from = TOKEN.lastIndex
    const [, token] = TOKEN.exec(expression) ?? []
    if (token === undefined) throw new Error(`"${expression.slice(from)}" is not known`)
    tokens.push(token)
  }
  return tokens
}

function matches(value: string, operator: string, wanted: string): boolean {
  if (operator === '=') return value === wanted
  if (operator === '!=') return value !== wanted
  const fits = new RegExp(`^(?:${wanted})$`).test(value)
  return operator === '=~' ? fits : !fits
}
