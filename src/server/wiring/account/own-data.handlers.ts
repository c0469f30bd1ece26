import { Readable } from 'node:stream'
import { closeOwnAccount, exportOwnData } from '#calls/own-data.calls.ts'
import type { OwnDataAnswer } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { OwnRows } from '#server/account/own-data.ts'
import { type AnyHandler, answer, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import { decodePassword } from './decode-password.ts'

/** The calls by which players export their data and close their account. */
export function ownDataHandlers(account: AccountService, clock: () => Date): AnyHandler[] {
  return [
    answer(closeOwnAccount, async ({ body }, scope) => {
      const proof = { password: decodePassword(body.password, 'body/password'), code: body.code }
      await account.closeOwnAccount(visitorOf(scope), playerOf(scope).accountId, proof)
      scope.setSession(null)
      return { success: true as const }
    }),
    answer(exportOwnData, async ({ body }, scope) => {
      const { accountId } = playerOf(scope)
      const password = decodePassword(body.password, 'body/password')
      const tables = await account.exportOwnData(visitorOf(scope), accountId, password)
      scope.setFile(`${scope.site.brandId}-${accountId}.json`)
      // A stream goes out as it is written; what it writes is held against the schema by the contract of the call.
      return Readable.from(written(accountId, clock(), tables)) as unknown as OwnDataAnswer
    }),
  ]
}

async function* written(userId: number, now: Date, tables: AsyncIterable<OwnRows>): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(now)},"userId":${userId},"tables":{`
  let isFirst = true
  for await (const { table, rows } of tables) {
    yield `${isFirst ? '' : ','}${JSON.stringify(table)}:${JSON.stringify(rows)}`
    isFirst = false
  }
  yield '}}'
}
