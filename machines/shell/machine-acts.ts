/** A thing on a page, as a person finds it. */
export interface PageThing {
  /** ARIA role, such as button. */
  readonly role: string
  /** Its accessible name as the page shows it, in the language of `MachineActs.path`. */
  readonly name: string
}

/** One thing that a person does. */
export interface PageAct extends PageThing {
  readonly do: 'click' | 'fill' | 'press' | 'hover'
  /** JSON Pointer into the event to what is filled in, or the key that is pressed, such as Escape. */
  readonly value?: string
}

/** How a machine is driven through its page: what a person does for each event, and which call each actor makes. */
export interface MachineActs {
  /** Path of the page that runs the machine, such as /en/login. */
  readonly path: string
  /** Type of an event → what a person does, in order. */
  readonly events: Readonly<Record<string, readonly PageAct[]>>
  /** Name of an actor → the call that it makes. */
  readonly calls: Readonly<Record<string, { readonly method: string; readonly path: string }>>
  /** Path of a state → what is seen in it. */
  readonly shows?: Readonly<Record<string, PageThing>>
}
