import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { say } from '#cli/command-text.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'

/** The machines of a revision, which live as long as `dispose` is not called. */
export interface MachineRevision {
  readonly machines: Readonly<Record<string, AnyMachineContract>>
  dispose(): void
}

/** What of a tree the machines need. */
const PARTS = ['machines', 'schemas', 'package.json']
const ARCHIVE_MAX_BYTES = 256 * 1024 * 1024

/**
 * Loads the machines of a folder or of a Git revision; nothing of the working tree is touched. They run on the XState of this
 * program, so that two revisions of the machines are compared and not two of XState.
 * @throws Error that says why there is no such revision, or why its machines cannot be loaded
 */
export async function loadMachines(name: string, cwd: string): Promise<MachineRevision> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'livery-machines-'))
  const dispose = () => rmSync(folder, { recursive: true, force: true })
  try {
    const given = resolve(cwd, name)
    if (existsSync(given) && statSync(given).isDirectory()) copyParts(given, folder)
    else extractRevision(name, cwd, folder)
    symlinkSync(nodeModules(), join(folder, 'node_modules'), 'junction')
    const entry = pathToFileURL(join(folder, 'machines', 'scenario-machines.ts')).href
    const { scenarioMachines } = (await import(/* @vite-ignore */ entry)) as {
      scenarioMachines?: Readonly<Record<string, AnyMachineContract>>
    }
    if (!scenarioMachines) throw new Error(say('scenario.revision_list', { name }))
    return { machines: scenarioMachines, dispose }
  } catch (error) {
    dispose()
    throw error
  }
}

function copyParts(from: string, to: string): void {
  if (!existsSync(join(from, 'machines', 'scenario-machines.ts'))) {
    throw new Error(say('scenario.revision_folder', { folder: from }))
  }
  const isSource = (path: string) => !/\.test\.tsx?$/.test(path)
  for (const part of PARTS) {
    if (existsSync(join(from, part))) cpSync(join(from, part), join(to, part), { recursive: true, filter: isSource })
  }
}

function extractRevision(name: string, cwd: string, to: string): void {
  const found = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], cwd)
  if (found.status !== 0) throw new Error(say('scenario.revision_unknown', { name }))
  const top = String(git(['rev-parse', '--show-toplevel'], cwd).stdout).trim()
  const archive = git(['archive', '--format=tar', String(found.stdout).trim(), '--', ...PARTS], top)
  if (archive.status !== 0)
    throw new Error(say('scenario.revision_machines', { name, why: String(archive.stderr).trim() }))
  const { status, stderr, error } = spawnSync('tar', ['-xf', '-'], { cwd: to, input: archive.stdout })
  if (status !== 0)
    throw new Error(say('scenario.revision_packed', { name, why: error?.message ?? String(stderr).trim() }))
}

function git(args: readonly string[], cwd: string) {
  const result = spawnSync('git', args, { cwd, maxBuffer: ARCHIVE_MAX_BYTES })
  if (result.error) throw new Error(say('scenario.git', { why: result.error.message }))
  return result
}

/** The folder in which this program's own XState stands. */
function nodeModules(): string {
  const found = fileURLToPath(import.meta.resolve('xstate'))
  return found.slice(0, found.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length)
}
