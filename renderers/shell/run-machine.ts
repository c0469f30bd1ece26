import { useActorRef as startActorRef, useMachine as startMachine } from '@xstate/react'
import { createActor } from 'xstate'
import { lookedAt, watched } from './machine-observers.ts'

/*
 * The only place of the page that starts machines, so that one observer can watch all of them. Each function takes what its
 * namesake of XState takes.
 */

/** Runs a machine for as long as the component is mounted, and re-renders with every change of its state. */
export const useMachine: typeof startMachine = (machine, ...[options]) =>
  startMachine(machine, ...([{ ...options, ...watched() }] as unknown as [never]))

/** Runs a machine for as long as the component is there; the component selects what it draws. */
export const useActorRef: typeof startActorRef = (machine, ...[options, observer]) =>
  startActorRef(machine, ...([{ ...options, ...watched() }, observer] as unknown as [never]))

/** A machine that no component owns; its creator starts and stops it. */
export const makeActor: typeof createActor = (machine, ...[options]) =>
  createActor(machine, ...([{ ...options, ...watched() }] as unknown as [never]))

/** A machine that is never recorded, for what it carries are bearers; a tester's page may look at it as long as it runs. */
export const makeUnrecordedActor: typeof createActor = (machine, ...[options]) =>
  createActor(machine, ...([{ ...options, ...lookedAt() }] as unknown as [never]))

/** A machine that nobody watches: what it carries are whole answers, which no recording may hold. */
export const makeUnwatchedActor: typeof createActor = createActor
