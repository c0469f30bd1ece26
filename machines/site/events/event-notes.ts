import type { EventDefinition } from '#schemas'

/** What is noted of an event: its number, name and purpose, and what its metrics mean where it has others than those of its kind. */
export type EventNote = readonly [
  number: number,
  name: string,
  purpose: string,
  metrics?: EventDefinition['metrics'] | undefined,
]

/** Notes of events by the part of the site that they belong to. */
export type EventNotes = Partial<Readonly<Record<EventDefinition['owner'], readonly EventNote[]>>>
