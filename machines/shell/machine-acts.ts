import type { CouponEntry, CouponFeedChange, ErrorCode, Scenario, SchemaTypes } from '#schemas'

/** A thing on a page as a person finds it, by what it is and what it is called in English. At least one of `role`, `label` and
 *  `text` is named; a string has to be met whole. */
export interface PageThing {
  /** ARIA role, such as button. */
  readonly role?: string
  /** Accessible name of what has the role. */
  readonly name?: string | RegExp
  /** Label of an input; for those that have no role, such as one for a password. */
  readonly label?: string | RegExp
  /** What it says, where it is no control. */
  readonly text?: string | RegExp
  /** The part of the page in which it is looked for. */
  readonly within?: PageThing
  /** Which one of several, from 0; without it there must be one alone. */
  readonly index?: number
}

/** One thing that a person does. */
export type PageAct =
  | { readonly do: 'click' | 'tap' | 'hover' | 'focus' | 'check' | 'uncheck'; readonly on: PageThing }
  /** `touch` lays a finger on a thing and leaves it there, until `lift`; `unfold` presses a summary unless it is open. */
  | { readonly do: 'touch' | 'unfold'; readonly on: PageThing }
  /** Presses beside a thing, such as a dialog. */
  | { readonly do: 'beside'; readonly on: PageThing }
  /** `fill` puts a text in at once, as pasting does; `type` key by key; `choose` takes the option of that label or value. */
  | { readonly do: 'fill' | 'type' | 'choose'; readonly on: PageThing; readonly text: string }
  /** Presses a key, such as Escape or Shift+Tab, on a thing or wherever the focus is. */
  | { readonly do: 'press'; readonly key: string; readonly on?: PageThing }
  /** `leave` moves the pointer off everything, `blur` takes the focus away, `scrollbar` presses the scroll bar of the page. */
  | { readonly do: 'leave' | 'blur' | 'lift' | 'scrollbar' | 'forward' | 'reload' }
  /** Goes back, by so many pages where a person takes one of the list of the button; one when left out. */
  | { readonly do: 'back'; readonly pages?: number }
  | { readonly do: 'scroll'; readonly toPx: number }
  /** Does nothing for a while, on the clock of the page. */
  | { readonly do: 'wait'; readonly ms: number }
  /** Another tab of the site writes a key of the local storage, or removes it by null. */
  | { readonly do: 'store'; readonly key: string; readonly text: string | null }
  /** Another tab of the site says a word in a channel of the browser (BroadcastChannel). */
  | { readonly do: 'tell'; readonly channel: string; readonly word: unknown }
  /** Presses a button that asks for files, and picks some of that name, kind and size. */
  | { readonly do: 'pick'; readonly on: PageThing; readonly files: readonly PageFile[] }
  | { readonly do: 'connection'; readonly isOnline: boolean }
  /** The feed of the story changes, and the odds stream tells it. */
  | { readonly do: 'feed'; readonly change: CouponFeedChange }

/** Something that happens around the page, without a person's hands on it; the browser driver alone brings it about. */
export type StageAct =
  /** The clock of the computer is set; no timer notices. ms since 1970. */
  | { readonly do: 'clock'; readonly nowMs: number }
  /** The page's own code makes a call, which goes by a name; `prepare` lets it load what calls for bearers need. */
  | { readonly do: 'call'; readonly name: string; readonly call: ActorCall; readonly query?: Json }
  | { readonly do: 'prepare' }
  /** The page no longer wants a call; a call has reached the edge of the network; from there it is passed on to the
   *  server, or is answered. */
  | { readonly do: 'callOff' | 'awaitCall' | 'serve'; readonly name: string }
  | { readonly do: 'answer'; readonly name: string; readonly body: unknown }
  /** So many requests to a path have been answered, of those that are answered at once. */
  | { readonly do: 'awaitAnswers'; readonly path: string; readonly count: number }
  /** The tab is seen again. */
  | { readonly do: 'return' }
  /** Another tab takes a lock of the browser, no matter which tab holds it, or releases it. */
  | { readonly do: 'lock'; readonly lock: string; readonly isTaken: boolean }
  /** The browser has locks, or has none. */
  | { readonly do: 'locks'; readonly areThere: boolean }
  /** What the storage of the browser does from now on. */
  | { readonly do: 'storage'; readonly is: StorageState }
  /** The browser makes names by chance, or knows no way to, as on a page that did not come over HTTPS. */
  | { readonly do: 'chance'; readonly isThere: boolean }
  /** The browser says whether it offers passkeys by itself; null when it fails to say. */
  | { readonly do: 'passkeySupport'; readonly hasAutofill: boolean | null }
  /** What the authenticator of the device meets from now on: a player whom it can verify, one whom it cannot, or
   *  nobody, so that it waits. */
  | { readonly do: 'authenticator'; readonly meets: 'player' | 'stranger' | 'nobody' }
  /** Another tab of the same player says a word in a channel, with the player's number; or keeps a value with it, or removes it by
   *  null. */
  | { readonly do: 'tellOfPlayer'; readonly channel: string; readonly word: Json }
  | { readonly do: 'keepOfPlayer'; readonly key: string; readonly value: Json | null }

/** Whatever is done for a step. */
export type PageDeed = PageAct | StageAct

/** A file that a person picks; it holds zeros. */
export interface PageFile {
  readonly name: string
  readonly mediaType: string
  readonly sizeBytes: number
}

/** Something that nobody can bring about on the page, with the reason; scenarios that ask for it are skipped. */
export interface Impossible {
  readonly impossible: string
}

/** Where an event stands: the scenario, and which of its steps it is, from 0. */
export interface EventPlace {
  readonly scenario: Scenario
  readonly step: number
  /** What the machine on the page was started with; undefined as long as no page is open. */
  readonly started?: unknown
}

/** What a person does, in order, to bring an event about; a function where that depends on what the event says, or on
 *  earlier steps of the scenario. */
export type EventActs<TEvent> =
  | readonly PageDeed[]
  | Impossible
  | ((event: TEvent, place: EventPlace) => readonly PageDeed[] | Impossible)

/** What of a call is needed to find and to answer it: a const of src/calls is one. */
export interface ActorCall {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly alsoAt?: string
  /** Name of the schema that its answers meet. */
  readonly answer: keyof SchemaTypes
}

/** What is known of a page once it is open. */
export interface OpenPage {
  readonly host: string
  /** What the machine on it was started with. */
  readonly started: unknown
}

/** An actor that makes a call, which waits until the scenario ends the actor. */
export interface CallingActor {
  readonly call: ActorCall
  /** Another call that the actor may make instead. */
  readonly orCall?: ActorCall
  /** Headers of the answer besides its media type. */
  headers?(output: unknown): Readonly<Record<string, string>>
  /** The answer's body for the output that a scenario gives the actor; the output itself when left out. */
  answer?(output: unknown, open?: OpenPage): unknown
  /** Whether the actor fails only after its call has succeeded; `answer` then gets the error. */
  failsLater?(error: unknown): boolean
  /** Which of the waiting calls it is, counted from 1, where another actor makes the same one; that of its own name and number
   *  when left out. */
  waitingCall?(place: EventPlace): { readonly name: string; readonly number: number }
  /** What is done around the page before its call is answered. */
  deeds?(place: EventPlace): readonly PageDeed[]
  /** An error as the server tells it, with what a scenario leaves out; the error itself when left out. */
  failure?(error: unknown): unknown
  /** Whether a request is of this actor, where others make the same call. @param body what was sent, read as JSON */
  isOwn?(body: unknown): boolean
  /** What of an output has to be alike; the whole output when left out. */
  comparable?(output: unknown): unknown
}

/** An error of the server. */
interface Refusal {
  readonly code: ErrorCode
  readonly params?: Readonly<Record<string, string | number>>
  /** What is wrong with single fields: id of a field → error. */
  readonly fields?: Readonly<Record<string, { readonly code: string }>>
}

/** What a call of the page is answered that no actor of the machine makes, where the scenario hangs on it. */
export interface PageAnswer {
  readonly call: Pick<ActorCall, 'method' | 'path' | 'alsoAt'>
  /** The body of the answer; left out, the server cannot be reached, or refuses by `failure`. */
  readonly body?: unknown
  /** The same where it names the host of the page. */
  bodyAt?(host: string): unknown
  /** The code by which the server refuses, alone or with what its error says besides. */
  readonly failure?: ErrorCode | Refusal
  /** How many requests are answered so, from the first on; all of them when left out. */
  readonly times?: number
  /** Whether a request is meant. @param body what was sent, read as JSON */
  isMeant?(body: unknown): boolean
}

/** An actor that fetches a file of the page itself, which waits until the scenario ends the actor: it comes, or cannot be had. */
export interface FetchingActor {
  /** Meets the path of the file. */
  readonly file: RegExp
}

/** An actor that ends by itself, for the page needs nobody for it, such as one that reads the browser's storage. What it ended
 *  with is held against what the scenario says. */
export interface OwnActor {
  /** What the page does, in words. */
  readonly own: string
  /** What of an output has to be alike; the whole output when left out. */
  comparable?(output: unknown): unknown
}

/** An actor that ends by itself, or shows something, by what happens around the page. */
interface StagedActor extends OwnActor {
  /** What is done for a step at which it ends or shows something. */
  deeds(place: EventPlace): readonly PageDeed[] | Impossible
}

type Json = Readonly<Record<string, unknown>>

/** What is seen of a machine on a page, as plain JSON. */
export interface PageSighting {
  readonly value: unknown
  readonly context: unknown
  readonly effects: readonly { readonly type: string; readonly params?: unknown }[]
  /** Logical path of an actor → what it was started with. */
  readonly inputs?: Json
}

/** What the storage of a browser does: it works, its owner has closed it to sites, or it takes nothing more. */
export type StorageState = 'open' | 'closed' | 'full'

/** A player of the server's own, as a scenario needs them. */
export interface ActingPlayer {
  readonly hasSecondFactor: boolean
  /** Money on the player's cash account, in minor units; none when left out. */
  readonly balanceMinor?: number
}

/**
 * How a machine is driven through its page (QA-13): what a person does for each event, and what each actor asks the server. The
 * browser driver plays scenarios by it, and `export --playwright` writes them down.
 */
export interface MachineActs<TEvent extends { readonly type: string } = never> {
  /** Path and query of the page that runs the machine, such as /en/login; a function where the address decides the input. */
  readonly path: string | ((input: Json) => string)
  /** What the page gives the machine besides, where the scenario's input does not name it. */
  readonly inputDefaults?: Json
  /** What the page starts the machine with, where it makes something else of what the scenario gives.
   *  @param input the scenario's, with the defaults */
  pageInput?(input: Json): Json
  /** What of the input has to be alike, where a server gives out a part of it; the whole input when left out. */
  comparableInput?(input: Json): Json
  /** Configuration of the brand without which the page does not run the machine: section → keys. What the scenario configures goes before. */
  readonly config?: Readonly<Record<string, Json>> | ((scenario: Scenario) => Readonly<Record<string, Json>>)
  /** Configuration of the page against what the scenario configures, which is then what the server goes by: section → keys. */
  pageConfig?(scenario: Scenario): Readonly<Record<string, Json>>
  /** Outcomes whose games stand on the boards, each as it is shown first: their prices live, and move by the act `feed`. */
  games?(scenario: Scenario): readonly CouponEntry[]
  /** Who has signed in before the page is opened; nobody when left out. */
  player?(scenario: Scenario): ActingPlayer | undefined
  /** What other calls of the page are answered; the server answers the rest. */
  answers?(scenario: Scenario): readonly PageAnswer[]
  /** What the local storage of the browser holds before the page is opened: key → text. An answer to the cookie question is there
   *  already; null takes it out. */
  stored?(scenario: Scenario): Readonly<Record<string, string | null>>
  /** What the clock shows at time 0 where the scenario names no `startAt`, in ms since 1970; undefined for any time. */
  startMs?(scenario: Scenario): number | undefined
  /** The same of the storage that lives as long as the tab. */
  storedInTab?(scenario: Scenario): Readonly<Record<string, string>>
  /** What the storage of the browser does; it works when left out. */
  storage?(scenario: Scenario): StorageState
  /** Whether the browser knows passkeys; then its device has an authenticator that holds one. Nothing is done about it when left
   *  out. */
  knowsPasskeys?(scenario: Scenario): boolean
  /** How long the page runs before it starts the machine, in ms; none when left out. */
  readonly opensAfterMs?: number
  /** What a person does before the machine is in its start state. */
  readonly toStart?: readonly PageDeed[] | ((scenario: Scenario) => readonly PageDeed[])
  /** What is done once the machine is there and its clock shows time 0; the scenario does not mention it. */
  readonly toBegin?: readonly PageDeed[]
  /** Whether the story begins with the machine as it is after all that: its earlier states and events are not part of
   *  the story. When left out, the story begins with the very first moment of the machine. */
  readonly beginsAsFound?: boolean | ((scenario: Scenario) => boolean)
  /** Which one it is of the machines of this name that the page runs, in order of their start, from 1; the first when left out. */
  readonly number?: number | ((scenario: Scenario) => number)
  /** Type of an event → what a person does. */
  readonly events: { readonly [T in TEvent['type']]: EventActs<Extract<TEvent, { readonly type: T }>> }
  /** What of an event has to come from the page as the scenario says; all that it says when left out. */
  comparableEvent?(event: { readonly type: string }): unknown
  /** Name of an actor → how it comes to its end. */
  readonly actors: Readonly<Record<string, CallingActor | FetchingActor | OwnActor | StagedActor | Impossible>>
  /** What happens around the page before and after the action of a step; `ahead` before the time passes that leads to
   *  the step. */
  around?(place: EventPlace): {
    readonly ahead?: readonly PageDeed[]
    readonly before: readonly PageDeed[]
    readonly after: readonly PageDeed[]
  }
  /** Meets the paths of files of the page that do not come, so that the page does nothing by itself what the scenario leaves out. */
  readonly withholds?: RegExp
  /** Path of a state, such as identifying.ready → what is seen in it. */
  readonly shows?: Readonly<Record<string, PageThing>>
  /** What is held against the scenario: without what the page adds to it, or gives out by chance. To be used sparingly. */
  comparable?(seen: PageSighting, scenario: Scenario): PageSighting
  /** Why a scenario cannot be played on the page; undefined when it can. For what neither events nor actors tell. */
  reasonAgainst?(scenario: Scenario): string | undefined
}

/** The acts of a machine whose events are not known by type. */
export type AnyMachineActs = Omit<MachineActs, 'events'> & {
  readonly events: Readonly<Record<string, EventActs<never>>>
}
