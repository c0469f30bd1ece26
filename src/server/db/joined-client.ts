import { Client, escapeLiteral, type QueryResult } from 'pg'
import { PLAN_IS_OLD, sqlState } from './sql-state.ts'
import { createStatementNames } from './statement-names.ts'

/** The statement that names the brand of a transaction: its first one as a rule. */
export const NAME_BRAND = 'select set_config($1, $2, true)'

const BEGIN = 'begin'
const statementNames = createStatementNames()
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback'])

/** A connection that sends the beginning of a transaction together with its first statement, where that can be written without parameters:
 *  one way to the server and back instead of two. A transaction without statements is never sent. A statement that comes again and again is
 *  read and planned by the server once a connection. */
export class JoinedClient extends Client {
  /** Whether a transaction was begun that the server has not heard of. */
  #isBegun = false

  override query(...given: unknown[]): never {
    return this.#take(given) as never
  }

  #take(given: unknown[]): unknown {
    const [text, values = []] = given
    if (typeof text !== 'string' || !Array.isArray(values) || given.length > 2) return this.#send(given)
    if (text === BEGIN) {
      this.#isBegun = true
      return Promise.resolve(withoutRows(text))
    }
    if (!this.#isBegun) return this.#sendNamed(text, values)
    this.#isBegun = false
    if (ENDS.has(text)) return Promise.resolve(withoutRows(text))
    const first = withoutParameters(text, values)
    return first === null ? this.#sendBegun(text, values) : this.#sendJoined(first)
  }

  async #sendBegun(text: string, values: readonly unknown[]): Promise<unknown> {
    await this.#send([BEGIN])
    return this.#sendNamed(text, values)
  }

  async #sendNamed(text: string, values: readonly unknown[]): Promise<unknown> {
    const name = values.length === 0 ? undefined : statementNames.nameOf(text)
    if (name === undefined) return this.#send([text, values])
    try {
      return await (this.#send([{ name, text, values }]) as Promise<unknown>)
    } catch (error) {
      if (sqlState(error) === PLAN_IS_OLD) statementNames.renew()
      throw error
    }
  }

  async #sendJoined(first: string): Promise<unknown> {
    const results = (await this.#send([`${BEGIN};${first}`])) as readonly QueryResult[]
    return results.at(-1)
  }

  #send(given: unknown[]): unknown {
    return (super.query as (...given: unknown[]) => unknown)(...given)
  }
}

/** A statement that can be sent together with another; null where its values cannot be written into it. */
function withoutParameters(text: string, values: readonly unknown[]): string | null {
  if (values.length === 0) return text
  const [name, brandId] = values
  return text === NAME_BRAND && typeof name === 'string' && typeof brandId === 'string'
    ? `select set_config(${escapeLiteral(name)}, ${escapeLiteral(brandId)}, true)`
    : null
}

function withoutRows(text: string): QueryResult {
  return { command: text.toUpperCase(), rows: [], rowCount: null, oid: 0, fields: [] }
}
