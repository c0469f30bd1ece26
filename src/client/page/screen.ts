import type { ComponentType } from 'react'
import type { BettingParameters } from '#machines/site/betting-parameters.rules.ts'
import type { RouteId } from '#schemas'
import type { App } from './app-context.ts'
import type { PageWords } from './frame/page-words.ts'
import type { ScreenFacts } from './screen-facts.ts'

/** What a screen's loader is given. */
export interface ScreenRequest {
  readonly app: App
  readonly params: Readonly<Record<string, string | undefined>>
  readonly url: URL
  /** What the address says beside where it leads. */
  readonly parameters: BettingParameters
  readonly signal: AbortSignal
}

/** What the head of a page says in the engine's own words; a service of search texts may know better (page-words.ts). */
export interface PageMeta {
  readonly title: string
  readonly description?: string
  /** Whether search engines are asked to leave the page out. */
  readonly isPrivate?: boolean
}

/** What a screen's loader gives: the data of the screen, and the head of its page once the screen's texts are there. */
export interface LoadedScreen<Data = unknown> {
  readonly meta: () => PageMeta
  /** What crawlers read beside it; asked for on the server alone. */
  readonly facts?: () => ScreenFacts
  /** Modules that are loaded later whose style sheets the page needs at once: paths from the root. */
  readonly styledBy?: readonly string[]
  readonly data: Data
}

/** What a screen is given: its data and the head of its page. */
export interface ScreenData<Data = unknown> {
  readonly meta: PageMeta
  /** Search texts of the page; left out where it has none. */
  readonly words?: PageWords
  readonly styledBy?: readonly string[]
  readonly data: Data
}

/** What the module of a screen exports. */
export interface ScreenModule {
  readonly Screen: ComponentType
  readonly loadScreen: (request: ScreenRequest) => Promise<LoadedScreen> | LoadedScreen
}

/** What a screen's file exports: its one screen, or a function that makes several. */
export interface ScreenFile extends Partial<ScreenModule> {
  readonly screenOf?: (of: string) => ScreenModule
}

/** A screen of the table: its file, loaded on first use, and the dictionaries it reads beside `app`. */
export interface Screen {
  /** Path of the file from the root, by which the server finds its chunk in the build's manifest. */
  readonly file: string
  readonly dictionaries: readonly string[]
  /** What the file makes the screen for, where it makes several. */
  readonly of?: string
}

/** The screen that a page shows first, which the page itself names. */
export interface ShownScreen extends Screen {
  readonly routeId: RouteId
  /** The place of its file's chunk below the folder of the build, such as `assets/HomeScreen-DQN0683X.js`. */
  readonly chunk: string
}
