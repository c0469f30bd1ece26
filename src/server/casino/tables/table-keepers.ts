import { createActor, fromPromise } from 'xstate'
import { tableKeeperMachine } from '#machines/casino/tables/table-keeper.machine.ts'
import type { TableView } from '#schemas'
import type { CasinoPorts } from '../casino-ports.ts'
import type { Tables } from './tables.service.ts'

/** Somebody who watches a table. */
export type TableWatcher = (text: string) => void

/** The timers of a keeper; those of the process, unless a test turns the time by hand. */
export type KeeperClock = NonNullable<NonNullable<Parameters<typeof createActor>[1]>['clock']>

/** What keepers are given. */
export interface TableKeeperPorts {
  readonly tables: Pick<Tables, 'step' | 'view'>
  /** Name of the process. */
  readonly owner: string
  readonly log: CasinoPorts['log']
  readonly timers?: KeeperClock
}

interface Kept {
  readonly brandId: string
  readonly tableId: string
  readonly watchers: Set<TableWatcher>
  readonly actor: ReturnType<typeof createActor<typeof tableKeeperMachine>>
  /** What was sent last, without the time. */
  lastText: string
  isWriting: boolean
  isStale: boolean
}

/** The keepers of a process: one for each table that somebody watches here. */
export type TableKeepers = ReturnType<typeof createTableKeepers>

/** Makes the keepers: a table runs while somebody watches it, and what happens at it is sent to all who do. */
export function createTableKeepers({ tables, owner, log, timers }: TableKeeperPorts) {
  const kept = new Map<string, Kept>()
  const keyOf = (brandId: string, tableId: string) => `${brandId}/${tableId}`

  /** Sends a table as it is now, when it has changed; asked while it is being read, it is read once more. */
  async function publish(table: Kept): Promise<void> {
    table.isStale = true
    if (table.isWriting) return
    table.isWriting = true
    try {
      while (table.isStale && table.watchers.size > 0) {
        table.isStale = false
        const view = await tables.view(table.brandId, table.tableId)
        const text = textOf(view)
        if (text === table.lastText) continue
        table.lastText = text
        for (const watcher of [...table.watchers]) watcher(JSON.stringify(view))
      }
    } catch (error) {
      log.warn({ err: error, brandId: table.brandId, tableId: table.tableId }, 'casino: a table could not be shown')
    } finally {
      table.isWriting = false
    }
  }

  function keep(brandId: string, tableId: string): Kept {
    const step = fromPromise<Awaited<ReturnType<Tables['step']>>, { readonly isWanted: boolean }>(({ input }) =>
      tables.step({ brandId, tableId, owner, isWanted: input.isWanted }),
    )
    const machine = tableKeeperMachine.provide({ actors: { step } })
    const actor = createActor(machine, timers ? { clock: timers } : {})
    const table: Kept = {
      ...{ brandId, tableId, watchers: new Set<TableWatcher>(), actor },
      ...{ lastText: '', isWriting: false, isStale: false },
    }
    actor.on('stepped', () => void publish(table))
    actor.on('logged', ({ code }) => log.warn({ brandId, tableId, code }, 'casino: a step of a table failed'))
    actor.start()
    return table
  }

  return {
    /** Sends a table to somebody, as it is and whenever it changes. @returns what ends that */
    watch(brandId: string, tableId: string, watcher: TableWatcher): () => void {
      const key = keyOf(brandId, tableId)
      const table = kept.get(key) ?? keep(brandId, tableId)
      kept.set(key, table)
      table.watchers.add(watcher)
      table.lastText = ''
      table.actor.send({ type: 'table.wanted' })
      void publish(table)
      return () => {
        table.watchers.delete(watcher)
        if (table.watchers.size === 0) table.actor.send({ type: 'table.left' })
      }
    },

    /** Something has happened at a table: a bet, or a cash-out. */
    changed(brandId: string, tableId: string): void {
      const table = kept.get(keyOf(brandId, tableId))
      if (table) void publish(table)
    },

    /** How many tables are kept going here. */
    running: (): number => [...kept.values()].filter(({ actor }) => !actor.getSnapshot().matches('resting')).length,

    /** Stops all; rounds under way are continued by another process, or at the next start. */
    stop(): void {
      for (const { actor, watchers } of kept.values()) {
        actor.stop()
        watchers.clear()
      }
      kept.clear()
    },
  }
}

function textOf({ nowMs: _, ...view }: TableView): string {
  return JSON.stringify(view)
}
