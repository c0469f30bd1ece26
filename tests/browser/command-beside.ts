import { execFileSync } from 'node:child_process'
import type { SiteAddress } from './live-site.ts'
import type { Credentials } from './visitor.ts'

/** Runs a command on the data of a server that keeps running. @throws Error with its output when it fails */
export function runBeside({ storage }: Pick<SiteAddress, 'storage'>, ...words: readonly string[]): void {
  execFileSync(process.execPath, ['src/cli/bin.ts', ...words], { env: { ...process.env, ...storage } })
}

/** Gives a player of Aurora money to bet with, by a correction of the books.
 *  @param minor tiyn   @throws Error with what the command said */
export function giveMoney(site: Pick<SiteAddress, 'storage'>, { number }: Credentials, minor: number): void {
  const to = ['--brand', 'aurora', '--account', number, '--currency', 'KZT', `--minor=${minor}`]
  runBeside(site, 'ledger', 'correct', ...to, '--reference', `start-${number}`, '--reason', 'to bet with')
}
